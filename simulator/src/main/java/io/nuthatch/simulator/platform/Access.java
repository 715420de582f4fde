package io.nuthatch.simulator.platform;

/** As whom an endpoint may be called. */
public enum Access {
  ANYONE,
  USER,
  APPLICATION,
  USER_OR_APPLICATION;

  boolean admits(Caller.Role role) {
    return switch (this) {
      case ANYONE -> true;
      case USER -> role == Caller.Role.USER;
      case APPLICATION -> role == Caller.Role.APPLICATION;
      case USER_OR_APPLICATION -> role != Caller.Role.NOBODY;
    };
  }
}
