package io.nuthatch.simulator.people;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The words people use. The vocabulary is closed: a word that is in no list here occurs in no computed text, and a word
 * of one topic only in posts on that topic, which lets a search pass over most posts without writing them.
 */
final class Lexicon {

  /** What a post is about: a few hashtags and the words that go with them. */
  record Topic(String name, List<String> tags, List<String> words) {
  }

  /** A town with its place on the globe. */
  record City(String name, double latitude, double longitude) {
  }

  static final List<Topic> TOPICS = List.of(topic("news", "BreakingNews News", "headline minister report press court"),
      topic("football", "Football MatchDay", "goal striker penalty keeper derby offside"),
      topic("music", "NowPlaying NewMusic", "album chorus guitar vinyl concert drummer"),
      topic("weather", "Storm Weather", "thunder frost forecast drizzle heatwave flooding"),
      topic("politics", "Election2026 Vote", "ballot senate coalition turnout candidate"),
      topic("technology", "Tech OpenSource", "compiler laptop kernel browser outage"),
      topic("cats", "Caturday CatsOfTwitter", "whiskers kitten purring sofa paws"),
      topic("cooking", "Recipe Baking", "butter sourdough oven garlic simmer"),
      topic("science", "Science Space", "telescope enzyme quasar laboratory genome"),
      topic("travel", "Travel Wanderlust", "airport hostel passport ferry suitcase"),
      topic("books", "AmReading Books", "novel chapter paperback poetry library"),
      topic("climate", "ClimateAction NetZero", "emissions glacier turbine drought carbon"),
      topic("finance", "Stocks Markets", "dividend inflation bonds earnings broker"),
      topic("film", "FilmTwitter Cinema", "director trailer premiere screenplay sequel"),
      topic("games", "GameDev IndieGame", "speedrun pixel controller quest lobby"),
      topic("health", "PublicHealth Vaccines", "clinic nurse dosage trial symptoms"),
      topic("gardening", "GardeningTwitter Growing", "compost tulips seedlings pruning greenhouse"),
      topic("cycling", "Cycling TourDeFrance", "peloton saddle derailleur climb sprinter"),
      topic("history", "OTD Archives", "manuscript medieval treaty parish empire"),
      topic("birds", "BirdWatching Nuthatch", "plumage warbler nesting feeder migration"),
      topic("trains", "Trains Railway", "locomotive platform timetable signalbox tunnel"),
      topic("chess", "Chess CandidatesChess", "gambit endgame bishop zugzwang blunder"),
      topic("fashion", "OOTD Vintage", "fabric runway tailor velvet accessory"),
      topic("astronomy", "Aurora MeteorShower", "comet eclipse nebula constellation horizon"));

  static final Map<String, List<String>> COMMON = Map.of("en", words(
      "the a and of to in is was this that today again never always people really about because everyone still first"
          + " last week new good better just think know want need look time year here there after before while maybe"
          + " great strange quiet little whole corrected"),
      "es",
      words(
          "el la los una y de que en es muy hoy siempre nunca gente porque todavía mañana año después antes bueno mejor"
              + " creo quiero tiempo aquí también grande pequeño semana nuevo corregido"),
      "de",
      words("der die das und ist nicht heute immer wieder Leute wirklich weil noch erste letzte Woche neue gut besser"
          + " schön über für möchte Zeit Jahr hier später früher vielleicht groß klein korrigiert"),
      "pt",
      words("o os uma e de que em é muito hoje sempre nunca gente porque ainda amanhã ano depois antes bom melhor acho"
          + " quero tempo aqui também grande pequeno semana novo não corrigido"));

  /** Languages as often as they are spoken. */
  static final List<String> SPOKEN = List.of("en", "en", "en", "en", "en", "es", "es", "de", "pt", "pt");

  static final List<String> EMOJI = List.of("😀", "🔥", "👏", "❤️", "🚀", "🐦", "🤷🏽", "☀️", "🇩🇪", "👩‍🔬");

  static final List<String> SITES = List.of("news.example.com", "blog.example.org", "video.example.net",
      "photos.example.com", "papers.example.edu", "shop.example.net");

  static final List<String> ADJECTIVES = words("Blue Slow Kind Wild Calm Bold Tiny Warm Dark Soft Old Odd Shy Red");
  static final List<String> ANIMALS = words(
      "Wren Hare Newt Crow Lynx Moth Toad Wolf Bear Duck Frog Goat Ibis Kiwi Mole");
  static final List<String> GIVEN_NAMES = words(
      "Ana Luis Marta Jonas Ines Paul Rosa Emil Lena Hugo Vera Noah Ada Omar Zoë José Mária Søren");
  static final List<String> FAMILY_NAMES = words(
      "Keller Silva Marsh Ortega Brandt Costa Novak Lind Reyes Moreau Hughes Adler Pinto Weiß Nuñez");
  static final List<String> MOTTOS = List.of("Opinions my own.", "Slow reader, fast typist.", "Here for the birds 🐦",
      "Retweets are bookmarks.", "Asking questions since 1987.", "");
  static final List<City> CITIES = List.of(new City("Lisbon", 38.72, -9.14), new City("Berlin", 52.52, 13.40),
      new City("Bogotá", 4.71, -74.07), new City("São Paulo", -23.55, -46.63), new City("London", 51.51, -0.13),
      new City("Toronto", 43.65, -79.38), new City("Nairobi", -1.29, 36.82), new City("Austin", 30.27, -97.74));

  /** Words of any topic, and the words that all may use. */
  private static final Map<String, BitSet> TOPICS_OF_WORD = new HashMap<>();
  private static final Set<String> USED_BY_ALL = new HashSet<>();

  static {
    for (int i = 0; i < TOPICS.size(); i++) {
      Topic topic = TOPICS.get(i);
      for (List<String> list : List.of(topic.tags(), topic.words())) {
        for (String word : list) {
          TOPICS_OF_WORD.computeIfAbsent(lower(word), key -> new BitSet()).set(i);
        }
      }
    }
    COMMON.values().forEach(list -> list.forEach(word -> USED_BY_ALL.add(lower(word))));
  }

  private Lexicon() {
  }

  /** The topics whose posts can hold the word; all of them for a word in general use. */
  static BitSet topicsWith(String word) {
    BitSet topics = new BitSet();
    if (USED_BY_ALL.contains(lower(word))) {
      topics.set(0, TOPICS.size());
    } else {
      topics.or(TOPICS_OF_WORD.getOrDefault(lower(word), new BitSet()));
    }
    return topics;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  private static Topic topic(String name, String tags, String words) {
    return new Topic(name, words(tags), words(words));
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }
}
