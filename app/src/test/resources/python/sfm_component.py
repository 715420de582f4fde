"""A component of a Social Feed Manager, as its messaging specification describes one.

Declares the exchange and a durable queue with its bindings, publishes standard input when given a routing key, receives
so many messages, or until a status begins so, and prints each as a line of JSON. A broker that is away is tried again; time up is a failure.
"""

import argparse
import json
import logging
import signal
import sys
import time

try:
    import pika
except ImportError:
    sys.exit("python3-pika is not installed; on Debian: apt-get install python3-pika")

EXCHANGE = "sfm_exchange"
SECONDS = 40


def declare(channel, queue, bindings):
    channel.exchange_declare(EXCHANGE, exchange_type="topic", durable=True)
    channel.queue_declare(queue, durable=True)
    for key in bindings:
        channel.queue_bind(queue, EXCHANGE, key)


def publish(channel, key, body):
    properties = pika.BasicProperties(
        content_type="application/json", content_encoding="utf-8", delivery_mode=2)
    channel.basic_publish(EXCHANGE, key, body, properties)


def receive(channel, queue):
    channel.basic_qos(prefetch_count=1, global_qos=True)
    for method, properties, body in channel.consume(queue):
        channel.basic_ack(method.delivery_tag)
        print(json.dumps({
            "routing_key": method.routing_key,
            "content_type": properties.content_type,
            "delivery_mode": properties.delivery_mode,
            "expiration": properties.expiration,
            "headers": properties.headers,
            "body": json.loads(body)}), flush=True)
        yield json.loads(body)


def time_up(_signal, _frame):
    sys.exit("not all messages came within %d s" % SECONDS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("queue")
    parser.add_argument("--bind", action="append", default=[])
    parser.add_argument("--publish")
    parser.add_argument("--receive", type=int, default=0)
    parser.add_argument("--until")
    work = parser.parse_args()
    body = sys.stdin.buffer.read()
    logging.disable()
    signal.signal(signal.SIGALRM, time_up)
    signal.alarm(SECONDS)
    while True:
        try:
            connection = pika.BlockingConnection(pika.URLParameters(work.url))
            channel = connection.channel()
            declare(channel, work.queue, work.bind)
            if work.publish:
                publish(channel, work.publish, body)
                work.publish = None
            messages = receive(channel, work.queue)
            while work.receive or work.until:
                message = next(messages)
                if work.until and str(message.get("status", "")).startswith(work.until):
                    break
                work.receive = max(0, work.receive - 1)
            connection.close()
            return
        except pika.exceptions.ChannelClosedByBroker as refusal:
            sys.exit("the broker refused: %s" % refusal.reply_text)
        except (pika.exceptions.AMQPError, StopIteration):  # the connection is lost, or the consumer cancelled
            time.sleep(0.2)


main()
