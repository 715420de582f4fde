package io.nuthatch.app.console;

import io.nuthatch.app.Access;
import java.util.Arrays;
import java.util.List;

/** The parts of the console, in the order of the navigation, with what an empty one tells a newcomer. */
public enum Area {
  OVERVIEW("/", "Overview", Access.VIEWER, ""),
  COLLECTIONS("/collections", "Collections", Access.VIEWER, ""),
  HARVESTS("/harvests", "Harvests", Access.VIEWER, ""),
  CREDENTIALS("/credentials", "Credentials", Access.EDITOR, ""),
  GROUPS("/groups", "Groups", Access.VIEWER, ""),
  FEEDS("/feeds", "Feeds", Access.VIEWER,
      "Home timelines of the people, accounts and collections that someone follows."),
  POSTS("/posts", "Posts", Access.VIEWER, "One post, its versions, and how its numbers grew."),
  EXPORTS("/exports", "Exports", Access.VIEWER, "Tables and files made from what was archived."),
  RESEARCH("/research", "Research", Access.VIEWER,
      "Work on what was collected, handed out under leases, and what it found."),
  QUEUE("/queue", "Queue and quota", Access.VIEWER, ""),
  OPERATORS("/operators", "Operators", Access.ADMIN, ""),
  TOKENS("/tokens", "Tokens", Access.ADMIN, ""),
  AUDIT("/audit", "Audit", Access.ADMIN, ""),
  SETTINGS("/settings", "Settings", Access.ADMIN, "");

  private final String path;
  private final String title;
  private final Access access;
  private final String purpose;

  Area(String path, String title, Access access, String purpose) {
    this.path = path;
    this.title = title;
    this.access = access;
    this.purpose = purpose;
  }

  public String path() {
    return path;
  }

  public String title() {
    return title;
  }

  public Access access() {
    return access;
  }

  /** What stands here once there is something to show. */
  public String purpose() {
    return purpose;
  }

  /** Those someone may see. */
  public static List<Area> visibleTo(Access access) {
    return Arrays.stream(values()).filter(area -> access.includes(area.access)).toList();
  }
}
