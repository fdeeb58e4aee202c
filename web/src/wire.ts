// Generated from the server's structs by `make docs`; the tests compare it. Do not edit.

/** Follow a match: from a seat that is the client's own, or as a spectator. */
export interface Subscribe {
  type: "subscribe";
  match: string;
  seat?: number | null; // null: a spectator
  invitation?: string; // from the link of a private match, for a spectator
  since?: number | null; // the version that the client has; null: send everything
  changes?: boolean; // from then on only what changes is sent, as `change`; otherwise whole tables, as `update`
}

/** Stop following a match. */
export interface Unsubscribe {
  type: "unsubscribe";
  match: string;
}

/** Ask for a `pong`. */
export interface Ping {
  type: "ping";
  id: number;
  latency_ms?: number | null; // that the client measured with the last one
}

/** Play an action, in notation; where the game writes a whole turn as one word, that turn. */
export interface Play {
  type: "play";
  action: string;
  seat: number;
}

/** Resign. */
export interface Resign {
  type: "resign";
  seat: number;
}

/** Offer a draw; it stands until the opponent's next action. */
export interface OfferDraw {
  type: "offer_draw";
  seat: number;
}

/** Accept or decline the opponent's offer of a draw. */
export interface AnswerDraw {
  type: "answer_draw";
  accept: boolean;
  seat: number;
}

/** Ask to take back your own last turn. */
export interface AskUndo {
  type: "ask_undo";
  seat: number;
}

/** Accept or decline the opponent's takeback. */
export interface AnswerUndo {
  type: "answer_undo";
  accept: boolean;
  seat: number;
}

/** Add time to the opponent's clock. */
export interface AddTime {
  type: "add_time";
  seat: number;
}

/** Abort the match before its second action; a rated one, before both players have opened it. */
export interface Abort {
  type: "abort";
  seat: number;
}

/** Have a command carried out. A repeat with the same key is carried out once, and gets the same answer.

Another command with the same key is refused. */
export interface Act {
  type: "act";
  match: string;
  key: string; // of the client's choice
  command: Play | Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AddTime | Abort;
  seen_version?: number | null; // refused when the match is at another one; null: meant for any version
}

/** Claim the match, once `claim_in_ms` of the opponent's seat has passed. The key is as with `act`. */
export interface Claim {
  type: "claim";
  match: string;
  seat: number;
  key: string;
}

/** Write a line of chat in one of your matches; guests choose among the presets. */
export interface Say {
  type: "say";
  match: string;
  seat: number;
  text: string;
  key?: string; // of the client's choice: a repeat with the same key is answered, and not shown to others again
}

/** Offer to play again with the seats swapped, or accept it. */
export interface Rematch {
  type: "rematch";
  match: string;
  seat: number;
}

/** Ask why picks lead to no action. */
export interface Explain {
  type: "explain";
  match: string;
  seat: number;
  picks: string[];
}

/** Ask for a hint. The answer takes a moment; other requests are answered meanwhile. */
export interface AskHint {
  type: "ask_hint";
  match: string;
  seat: number;
}

/** Ask for the position of a match that the client follows or plays, drawn in plain text. */
export interface Draw {
  type: "draw";
  match: string;
  seat?: number | null; // null: a spectator
}

/** Follow the lobby. */
export interface EnterLobby {
  type: "enter_lobby";
}

/** Stop following the lobby. */
export interface LeaveLobby {
  type: "leave_lobby";
}

/** Ask to be paired with an opponent who wants to play the same; replaces an earlier request. */
export interface Seek {
  type: "seek";
  game: string;
  pace?: string;
  is_rated?: boolean;
}

/** Stop waiting to be paired. */
export interface StopSeeking {
  type: "stop_seeking";
}

/** A line of chat. */
export interface Said {
  seat: number;
  name: string;
  text: string;
  at_ms: number;
}

/** One thing that an action made happen: a line for the console, data for an animation. */
export interface Happening {
  kind: string; // a word of the game: "drop", "capture", "crown"
  message: string; // one sentence
  data: Record<string, number | string | number[] | string[]>;
}

/** One event, as a viewer may know it. */
export interface EventView {
  version: number; // of the match after it
  at_ms: number;
  kind: string; // the type of the event: "acted", "draw_offered"
  seat: number | null;
  happenings: Happening[];
  by_clock: boolean; // the time of the seat had run out, and the action was played for it
  taken_back: number; // how many of the last actions this event took back
}

/** A player at a seat. */
export interface SeatInfo {
  name: string;
  side: string; // what it plays: "Red"
  kind: string; // "person", "computer" or "open"
  is_here: boolean; // a person with an open socket, or a computer
  left_ms: number | null; // on its clock
  deadline_ms: number | null; // when its time runs out, by the server's clock
  claim_in_ms: number | null; // until the opponent can claim the match, because this player is away; null: cannot
  is_account: boolean; // it has a profile, under its name
}

/** One legal action as a person meets it. */
export interface Choice {
  action: string; // notation
  picks: string[]; // what a person picks for it, in order: ["square:9", "square:13"]
  label: string; // in words
}

/** How a match ended. */
export interface OutcomeInfo {
  winner: number | null;
  reason: string;
  message: string; // who won and why, in a sentence
  experience: [number, number]; // that each seat is credited with
}

/** How far one goal of a mission is. */
export interface GoalLine {
  kind: "goal" | "danger" | "round"; // to be reached, to be avoided, or the time that is left
  words: string; // "Babies out: 1 of 2"
  is_met: boolean; // a goal that is reached
}

/** A mission, and how far it is. */
export interface MissionNow {
  id: string;
  difficulty: string;
  title: string; // empty where the campaign has it no more, as the task
  task: string; // the goal in a sentence
  lines: GoalLine[];
  stars: number | null; // null while it goes on; 0: it was lost
}

/** A match as a viewer may see it now. */
export interface Table {
  version: number;
  now_ms: number; // of the server's clock
  seats: [SeatInfo, SeatInfo];
  to_act: number[];
  view: unknown; // the struct of the game's view; null while a rated match waits for both players to open it
  prompt: string;
  choices: Choice[];
  draw_offered: number | null;
  undo_asked: number | null;
  why_no_undo: string; // empty when the viewer can ask for it
  why_no_hint: string; // empty when the viewer can ask for one
  outcome: OutcomeInfo | null;
  rematch_wanted: number[]; // seats
  secrets: number[]; // on one device: the seats whose players know something that the others may not see
  mission: MissionNow | null; // that the match is judged by
}

/** A whole match, for a client that begins to follow it or has missed too much. */
export interface Snapshot {
  type: "snapshot";
  match: string;
  viewer: number;
  game: string;
  options: Record<string, number | string>;
  pace: string;
  is_rated: boolean;
  chat: Said[];
  events: EventView[]; // so far, the last 200 of them
  table: Table;
  number: number; // of the message, to which the next `change` adds one
  protocol: number; // the version of the protocol
}

/** What happened since the last message, and the match now. */
export interface Update {
  type: "update";
  match: string;
  viewer: number;
  events: EventView[];
  table: Table;
  number: number; // of the message, to which the next `change` adds one
}

/** Choices that differ in one word, or one choice; `{}` stands for the word, `{0}` and `{1}` for its letters. */
export interface ChoiceGroup {
  action: string;
  picks: string[];
  label: string;
  words?: string[]; // one for each choice; left out where the texts are those of one choice
}

/** What happened since the last message, and what is different now. */
export interface Change {
  type: "change";
  match: string;
  viewer: number;
  number: number; // one more than that of the last message; when it is not, something is missing: subscribe again
  now_ms: number; // of the server's clock
  events: EventView[];
  table: Record<string, unknown>; // the differences of its fields, without `now_ms` and `choices`
  choices?: ChoiceGroup[]; // those of the table now; left out when they are as before
}

/** A command was carried out, and is on the disk. */
export interface Done {
  type: "done";
  match: string;
  key: string;
  version: number;
}

/** A request was refused; nothing was changed. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  match: string | null;
  key: string | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: number;
  now_ms: number;
}

/** The server stops. */
export interface Goodbye {
  type: "goodbye";
  back_in_ms: number; // when to connect again
}

/** A new line of chat. */
export interface ChatLine {
  type: "chat_line";
  match: string;
  said: Said;
}

/** Both players want a rematch, and it has begun. */
export interface Rematched {
  type: "rematched";
  match: string;
  next_match: string;
}

/** Why picks lead to no action. */
export interface Explained {
  type: "explained";
  match: string;
  picks: string[]; // as they were sent
  message: string; // empty when they do lead to one
}

/** A hint: an action to play, and why. */
export interface Advice {
  type: "advice";
  match: string;
  version: number; // of the match that it is meant for
  action: string;
  label: string;
  picks: string[];
  message: string;
}

/** The position drawn in plain text. */
export interface Drawing {
  type: "drawing";
  match: string;
  viewer: number;
  version: number; // of the match that is drawn
  text: string;
}

/** A match with an open seat for everyone. */
export interface Challenge {
  match: string;
  game: string;
  options: Record<string, number | string>; // of a text, the first 40 letters
  pace: string;
  is_rated: boolean;
  name: string; // of the player who waits
  open_seat: number;
}

/** The lobby. */
export interface LobbyState {
  type: "lobby";
  challenges: Challenge[];
  online: string[]; // names of accounts
  num_guests: number;
  num_seeking: number;
  ready_games: string[]; // the ids of the games that can be played without waiting
}

/** Still waiting to be paired. */
export interface Seeking {
  type: "seeking";
  waited_ms: number;
  computer_level: string | null; // an opponent to play with at once instead, after a while
}

/** An opponent was found. */
export interface Paired {
  type: "paired";
  match: string;
  seat: number;
}

/** A public match that is being played. */
export interface WatchableMatch {
  match: string;
  game: string;
  pace: string;
  is_rated: boolean;
  names: [string, string];
  ratings: [number | null, number | null]; // in this game; null for computers, guests and provisional ones
  num_turns: number;
  num_spectators: number;
}

/** The public matches that are being played, for those in the lobby. */
export interface Watchable {
  type: "watchable";
  matches: WatchableMatch[]; // most watched first
}

/** A match of mine that goes on, or has just ended. */
export interface RunningMatch {
  match: string;
  game: string;
  pace: string;
  is_rated: boolean;
  names: [string, string];
  seat: number; // mine; 0 where both are
  opponent: string; // "person", "computer", "self" on one device, or "open" while the seat is free
  is_your_turn: boolean;
  is_over: boolean;
  num_turns: number;
  deadline_ms: number | null; // when the time of the player to act runs out, by the server's clock
}

/** A match of mine has begun or ended, or it became or was my turn; only for sockets with `?running=1`. */
export interface MatchChanged {
  type: "match_changed";
  match: RunningMatch;
}

/** Another player challenged me, or a challenge of mine was declined; only for sockets with `?running=1`. */
export interface ChallengesChanged {
  type: "challenges_changed";
  message: string; // what happened, in a sentence
}

/** One thing that is wrong with an option. */
export interface Fault {
  line: number; // of its text, counted from 1; 0 when it is not about a line
  reason: string;
  option: string;
}

/** Why a request was refused. */
export interface Problem {
  code: string;
  message: string;
  faults: Fault[]; // what the message says about options, one by one, where there is more than one thing
}

/** Things that lay face down, as they are shown when a match is over. */
export interface Pile {
  name: string; // "Draw pile"
  things: string[]; // in words
  is_ordered: boolean; // from the top; otherwise the order is not decided before they are drawn
}

/** A match after one of its events. */
export interface Frame {
  version: number;
  event: unknown; // the EventView that led here; null: the match begins
  sides: [string, string];
  to_act: number[];
  view: unknown; // the struct of the game's view
  drawing: string; // the same in plain text
  position: string | null; // in notation, with all that is hidden; only of a match that is over
  face_down: Pile[]; // what neither seat saw; only of a match that is over
}

/** A match from its beginning on, as one viewer knew it. */
export interface Replay {
  game: string;
  options: Record<string, number | string>;
  pace: string;
  names: [string, string];
  viewer: number | null; // null: a spectator
  message: string; // how it ended; empty while it goes on
  frames: Frame[];
}

/** A setting of a game. */
export interface OptionInfo {
  name: string;
  help: string;
  default: string;
  low: number;
  high: number;
  names: string[]; // of its values, where they have names
  is_text: boolean; // any text; its names are those that come with the game
  label: string; // what players read beside it
  seat: number | null; // whose player may choose it when joining
}

/** A file format of other programs. */
export interface FormatInfo {
  name: string;
  title: string; // what people call it
  suffix: string; // of its files
}

/** Results of matches between two computers of one level. */
export interface MeasuredInfo {
  level: string;
  options: Record<string, string>; // that were played with, where they differ from their defaults
  matches: number;
  wins: [number, number]; // of the side that acts first, and of the other
  draws: number;
  of_100: [number, number, number]; // the same out of 100 matches: the wins of both, and the draws
  interval: [number, number]; // 95 %, of the score of the side that acts first; a draw counts half
  message: string; // the same in a sentence
}

/** How often each side of a game wins, as far as it was measured. */
export interface ChancesInfo {
  sides: [string, string]; // the one that acts first, and the other
  neutral: string[]; // options that do not change the chances
  measured: MeasuredInfo[]; // the weakest level first
}

/** A game that can be played. */
export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  has_secrets: boolean;
  has_timers: boolean; // so that the pace "table" can be chosen
  has_draws: boolean; // by agreement
  has_campaign: boolean; // a story of missions for one player
  sides: string[]; // by seat: what it plays with the default options
  levels: string[]; // of the computer, the weakest first
  is_ready: boolean; // it can be played without waiting
  options: OptionInfo[];
  formats: FormatInfo[]; // in which its matches can be written besides plain text
  chances: ChancesInfo | null; // of its sides; null in the list of all games
}

/** How the server sees a client. */
export interface ConnectionInfo {
  address: string;
  is_forwarded: boolean; // a trusted proxy named the address
  origin: string; // of the pages that may make changes here
}

/** Options to be checked before a match is made. */
export interface OptionsRequest {
  options?: Record<string, number | string>;
}

/** A name and its password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The current password and the new one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** A recovery code, and the password that it is to set. */
export interface Recovery {
  name: string;
  code: string;
  password: string; // the new one
}

/** New recovery codes, which are shown only once. */
export interface RecoveryCodes {
  codes: string[];
}

/** How many recovery codes have not been used. */
export interface RecoveryCodesLeft {
  num_left: number;
}

/** The name that a guest wants to play under; empty for a number. */
export interface GuestName {
  name: string;
}

/** Confirms that the owner of the account makes the request. */
export interface PasswordProof {
  password: string;
}

/** The preferences of a person; what is left out has its default. */
export interface Preferences {
  theme?: "system" | "light" | "dark";
  confirm_moves?: boolean;
  sounds?: boolean;
  motion?: "system" | "reduced" | "full";
  palette?: "standard" | "distinct";
  shortcuts?: boolean; // of a single key
  suits?: "two" | "four"; // colours of the suits of cards
  speed?: "relaxed" | "normal" | "fast" | "instant"; // at which what happened is shown
  ask_first?: boolean; // before moves that give something up
  turn_board?: boolean; // on one device: to the player whose turn it is
  appear_offline?: boolean; // to others
}

/** A token to be made. */
export interface TokenRequest {
  label: string; // so that its owner recognises it
  scopes: ("play" | "watch" | "challenge")[];
}

/** A token, without its secret. */
export interface TokenInfo {
  id: number;
  label: string;
  scopes: string[];
  created_ms: number;
}

/** A token, with its secret, which is shown only once. */
export interface NewToken {
  token: TokenInfo;
  secret: string;
}

/** Who makes the request. */
export interface Me {
  name: string;
  account: number | null; // its number; null for a guest
  is_operator: boolean; // has the page /operator
}

/** Who is to take a seat. */
export interface SeatRequest {
  kind: "me" | "computer" | "open";
  level?: string | null; // of a computer
  name?: string | null; // what I am called on this seat, where both are mine: two people on one device
}

/** A match to be started. */
export interface MatchRequest {
  game: string;
  seats: [SeatRequest, SeatRequest];
  options?: Record<string, number | string>;
  pace?: string;
  is_rated?: boolean; // both must have an account
  is_public?: boolean; // the open seat is offered in the lobby, and everyone may watch
  position?: string | null; // in the game's notation: where to begin; no seat is open, and nothing is earned
}

/** Take a seat by a link, or from the lobby. */
export interface JoinRequest {
  invitation?: string; // not needed for a seat that is offered in the lobby
  options?: Record<string, number | string>; // of the open seat; the answer then names the match that is played instead
}

/** A match, and where I sit in it. */
export interface MatchInfo {
  match: string;
  game: string;
  options: Record<string, number | string>;
  pace: string;
  is_rated: boolean;
  seats: number[]; // mine
  is_public: boolean; // everyone may watch; otherwise only who comes by the link
  invitation: string | null; // for the link; only for the people at the seats
  open_seat: number | null;
  names: [string, string];
  kinds: [string, string]; // "person", "computer" or "open"
  levels: [string | null, string | null]; // of computers
  is_over: boolean;
  next_match: string | null; // the rematch, or what is played instead, if I may watch it
  tournament: string | null; // in which it is played, if I may know of that
}

/** The seats of a person in a match. */
export interface Joined {
  match: string;
  seats: number[];
  invitation: string; // for the link
}

/** A file to be replayed. */
export interface FileRequest {
  text: string; // a match file, or a game in a format of another program
  seat?: number; // whose knowledge is shown
}

/** What a position was worth, by what the seat to act could know. */
export interface Point {
  version: number; // of the match
  value: number; // the expected result of seat 0: 1 for a certain win
  low: number; // of the band: where the value lies for most guesses of what is hidden
  high: number;
  is_exact: boolean; // proven, not estimated
}

/** An action that could have been played. */
export interface Candidate {
  action: string; // notation
  label: string; // in words
  value: number; // for the seat that acts: its expected result, 1 for a certain win
  is_exact: boolean; // proven, not estimated
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced"; // that it would have got
}

/** An action of the match. */
export interface Graded {
  version: number; // of the match after it
  seat: number;
  action: string; // notation
  label: string; // in words
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced"; // "forced": nothing was to be decided, and it does not count
  value: number; // of the action, for its seat
  best_value: number; // of the best one, for the same seat
  is_exact: boolean; // both values are proven
  reason: string; // a sentence or two
  best: Candidate[]; // best first
}

/** What is known about a match; while it is going on, about its last actions only. */
export interface Analysis {
  game: string;
  engine: string; // who has thought, in words
  is_exact: boolean; // every value is proven
  points: Point[]; // in the order of the match
  actions: Graded[];
  accuracy: [number | null, number | null]; // by seat, in percent; null: it had nothing to decide
}

/** How far the analysis of a match is. */
export interface AnalysisState {
  status: "none" | "waiting" | "running" | "done" | "failed";
  done: number; // steps
  total: number; // steps as far as is known; what has to be looked at again is added
  analysis: Analysis | null; // while it is running, what is known so far
}

/** What a seat could do at a version of a match. */
export interface PastChoices {
  prompt: string; // what it was asked; empty when it was not to act
  choices: Choice[];
}

/** A Glicko-2 rating today. */
export interface RatingInfo {
  rating: number;
  deviation: number;
  matches: number;
  is_provisional: boolean; // it says little yet
}

/** What a person has reached in a game. */
export interface StandingInfo {
  game: string; // "all": all games together
  level: number;
  points: number; // towards the next level
  needed: number; // for the next level, from this one
  matches: number;
  wins: number;
  rating: RatingInfo | null;
}

/** What everyone may know of a person. */
export interface Profile {
  name: string;
  overall: StandingInfo;
  games: StandingInfo[];
}

/** What only the person concerned is shown. */
export interface PrivateRecordInfo {
  game: string;
  drawn: number;
  lost: number;
}

/** What a person may know of themselves. */
export interface OwnProfile {
  profile: Profile;
  private_records: PrivateRecordInfo[];
}

/** A match in a history. */
export interface EntryInfo {
  match: string | null; // null: it is private, and I did not play in it
  seat: number;
  game: string;
  pace: string;
  opponent: string; // its name; empty against oneself
  level: string | null; // of a computer
  result: string; // "won", "drawn", "lost" or, against oneself, "played"
  reason: string;
  ending: string; // the reason in a few words
  experience: number;
  rating_change: number | null;
  num_actions: number;
  started_ms: number;
  ended_ms: number;
}

/** Some matches, newest first. */
export interface PageInfo {
  entries: EntryInfo[];
  before: string | null; // ask with this for the next page; null: this is the last
}

/** A line of a leaderboard. */
export interface LeaderInfo {
  place: number;
  name: string;
  level: number;
  wins: number;
  rating: RatingInfo | null;
}

/** Something to reach, and whether it was. */
export interface AchievementInfo {
  id: string;
  game: string; // "all": in any game
  title: string;
  task: string; // what to do
  lesson: string; // what it teaches
  earned_ms: number | null; // null: not yet
  match: string | null; // that earned it, if I may see it
}

/** What was done in a row. */
export interface StreakInfo {
  wins: number; // up to now
  best_wins: number;
  days: number; // with a match, up to today; by UTC
  best_days: number;
}

/** The rating in a game, after the last rated match of each day. */
export interface RatingHistory {
  game: string;
  at_ms: number[];
  ratings: number[];
}

/** How accurate somebody was in a game, over all matches that were analysed. */
export interface AccuracyInfo {
  game: string;
  mean: number; // in percent
  matches: number;
}

/** What a person has reached beyond results. */
export interface Progress {
  accuracy: AccuracyInfo[]; // only of games of which matches were analysed
  streaks: StreakInfo;
  ratings: RatingHistory[];
  achievements: AchievementInfo[]; // general ones first, then by game
}

/** A person whom I follow. */
export interface FriendInfo {
  name: string;
  is_online: boolean;
  match: string | null; // a public match that they play just now
  game: string | null; // of it
}

/** A person whom the open seat of a match is offered to. */
export interface ChallengeRequest {
  name: string;
}

/** A match whose open seat is offered to me. */
export interface ChallengeInfo {
  match: string;
  invitation: string; // for the link
  game: string;
  pace: string;
  is_rated: boolean;
  name: string; // of the challenger
}

/** What I play, and what I am asked to play. */
export interface MyMatches {
  matches: RunningMatch[]; // my turn first, then as they were last touched
  challenges: ChallengeInfo[];
  is_complete: boolean; // False: a game is getting ready, ask again in a moment
}

/** A person to be muted or blocked: an account by its name, or who sits at a seat of a match. */
export interface IgnoreRequest {
  kind: "muted" | "blocked";
  name?: string | null;
  match?: string | null;
  seat?: number;
  invitation?: string; // from the link of a private match, for a spectator
}

/** A person whom I ignore. */
export interface IgnoredInfo {
  id: number; // to stop it
  name: string;
  kind: string; // "muted": I do not see their chat; "blocked": we are not brought together either
}

/** A report of a player to the operators. */
export interface ReportRequest {
  seat: number; // of the player
  reason: string;
  invitation?: string; // from the link of a private match, for a spectator
}

/** A report that waits. */
export interface ReportInfo {
  id: number;
  link: string; // to the match, which may be private
  reporter: string; // the name
  reported: string; // the name
  has_account: boolean; // the reported; a guest cannot be silenced or suspended
  reason: string;
  chat: string[]; // the last lines of the match when it was reported
  at_ms: number;
}

/** An account that is silenced or suspended. */
export interface SanctionedInfo {
  account: number;
  name: string;
  silenced_until_ms: number | null;
  suspended: string | null; // the reason
}

/** A match that cannot be loaded. */
export interface ParkedInfo {
  match: string;
  reason: string;
}

/** Something that an operator did. */
export interface AuditInfo {
  at_ms: number;
  operator: string; // the name
  action: string;
  name: string; // of the person concerned
  detail: string;
}

/** What waits for operators, and what they did. */
export interface OperatorDesk {
  reports: ReportInfo[];
  sanctioned: SanctionedInfo[];
  parked: ParkedInfo[];
  audit: AuditInfo[];
}

/** For how long the chat of an account is silenced. */
export interface Silence {
  days: number;
}

/** Why an account is suspended. */
export interface Suspension {
  reason: string; // shown at sign-in
}

/** Something to learn. */
export interface LessonInfo {
  title: string;
  message: string;
}

/** A position to look at, with words. */
export interface SlideInfo {
  title: string;
  message: string;
  seat: number;
  sides: string[];
  view: unknown; // the struct of the game's view
  drawing: string; // the same in plain text
}

/** What can be learned about a game. */
export interface CourseInfo {
  lessons: LessonInfo[];
  slides: SlideInfo[];
}

/** How far a learner is. */
export interface LessonRequest {
  actions?: string[];
  picks?: string[]; // to be explained: they lead to no action
}

/** One thing that an action made happen, as in a match. */
export interface LessonHappening {
  kind: string;
  message: string;
  data: Record<string, unknown>;
}

/** A lesson as far as it was played. A last action that was not asked for is not played: `is_right` is false. */
export interface LessonScene {
  title: string;
  message: string; // what is asked, why it was not right, or what was learned
  seat: number; // of the learner
  sides: string[];
  to_act: number[];
  view: unknown; // the struct of the game's view
  drawing: string; // the same in plain text
  prompt: string;
  choices: Choice[];
  happened: LessonHappening[];
  is_right: boolean;
  is_done: boolean;
  why_not: string; // about the picks
  advised: string[]; // picks to be highlighted: an action that is asked for
}

/** A turn, or a part of it, as an answer to a puzzle. */
export interface AttemptRequest {
  actions?: string[]; // in notation, from the start of the turn
  picks?: string[]; // to be explained: they lead to no action
  gives_up?: boolean; // show the solution
}

/** How well a person solves the puzzles of a game. */
export interface SolverRating {
  rating: number;
  deviation: number;
  is_provisional: boolean; // it says little yet
}

/** A position of a puzzle with open cards. */
export interface PuzzlePicture {
  to_act: number[];
  view: unknown; // the struct of the game's view, of the seat that is asked
  other_view: unknown; // of the other seat; null where it knows no more than everyone
  drawing: string; // the same in plain text
  other_drawing: string;
  face_down: Pile[]; // what neither seat sees in a match, such as cards still to be drawn
  happened: unknown[]; // Happenings that led here
}

/** A puzzle as far as its turn was played. */
export interface PuzzleScene {
  id: string;
  game: string;
  goal: string; // what to find, in a sentence
  rating: number; // how difficult it is
  seat: number; // that is asked
  sides: string[];
  options: Record<string, number | string>;
  is_daily: boolean; // it is the puzzle of the day
  state: string; // what I did before: "new", "tried" or "solved"
  picture: PuzzlePicture;
  prompt: string;
  choices: Choice[]; // none when the turn is over
  why_not: string; // about the picks
}

/** What an answer to a puzzle was worth, and has changed. */
export interface PuzzleVerdict {
  verdict: "unfinished" | "right" | "wrong" | "shown";
  message: string;
  scene: PuzzleScene;
  steps: PuzzlePicture[]; // of the last action, or of the whole solution; empty: the board does not change
  solution: string[]; // in notation; empty while it is not to be known
  position: string | null; // in notation, with all that is hidden: to play on; null while nothing is to be known
  rating: SolverRating | null; // null: nothing was stored
  rating_change: number | null; // only of the first answer
  streak: number; // puzzles solved in a row at the first attempt
  day_streak: number; // days in a row with a solved puzzle of the day
}

/** The puzzle of the day of a game. */
export interface DailyPuzzle {
  game: string;
  puzzle: string;
  goal: string;
  difficulty: number;
  state: string; // "new", "tried" or "solved"
  day_streak: number;
  rating: SolverRating | null; // null: I have tried no puzzle of this game
  num_solved: number;
  num_puzzles: number;
}

/** The puzzles of the day. */
export interface DailyPuzzles {
  date_ms: number; // when the day began
  day_streak: number; // days in a row with a solved puzzle of the day, of any game
  puzzles: DailyPuzzle[];
}

/** The first attempt at a puzzle. */
export interface PastAttempt {
  puzzle: string;
  at_ms: number;
  is_right: boolean;
  is_solved: boolean; // then or later
  rating: number; // after it
}

/** What I have reached with the puzzles of a game. */
export interface PuzzleTraining {
  game: string;
  rating: SolverRating;
  streak: number; // puzzles solved in a row at the first attempt
  day_streak: number;
  num_solved: number;
  num_puzzles: number;
  attempts: PastAttempt[]; // oldest first
}

/** A difficulty of a mission. */
export interface DifficultyInfo {
  id: string; // "easy", "normal", "hard"
  level: string; // of the computer
  last_round: number | null; // after which it is lost; null: there is no such round
  stars: number; // that I have earned; 0: not won yet
}

/** A moment of the story. */
export interface SceneInfo {
  picture: string; // that the client of the game draws
  words: string;
}

/** A mission. */
export interface MissionInfo {
  id: string;
  title: string;
  seat: number; // mine
  side: string; // what I play
  task: string; // the goal in a sentence
  tip: string;
  before: SceneInfo;
  won: SceneInfo;
  lost: SceneInfo;
  star_words: string[]; // what earns the second and the third star
  difficulties: DifficultyInfo[];
  is_open: boolean; // it can be played: the one before it is won
}

/** The campaign of a game, and how far I am. */
export interface CampaignInfo {
  game: string;
  title: string;
  words: string;
  missions: MissionInfo[];
}

/** A mission to be played. */
export interface MissionRequest {
  difficulty?: "easy" | "normal" | "hard";
  instead_of?: string; // the match of an earlier try, which is resigned
}

/** Matches to be played by a level against itself. */
export interface SimulationRequest {
  game: string;
  options?: Record<string, number | string>;
  level?: string;
  matches?: number;
}

/** How far my simulation is. */
export interface SimulationState {
  status: "none" | "waiting" | "running" | "done" | "failed";
  game: string;
  level: string;
  done: number; // matches; a simulation that takes too long is done before it has played all of them
  total: number; // matches that were asked for
  wins: [number, number]; // by seat
  draws: number;
  rate: number; // the share of the points that the first seat has won, a draw being half a point
  low: number; // of the 95 % interval of the rate
  high: number;
}

/** A tournament to be made. */
export interface TournamentRequest {
  format: "arena" | "swiss";
  game: string;
  pace: string;
  title?: string; // empty: made from the game and the format
  options?: Record<string, number | string>;
  is_rated?: boolean; // only accounts can join
  is_public?: boolean; // listed; otherwise known by its link only
  minutes?: number; // of an arena
  rounds?: number; // of a Swiss tournament
  starts_ms?: number | null;
  start_when?: number | null; // this number of people have joined; without both, the host starts it
  level?: string | null; // of the computers that take part
  num_computers?: number; // 0 with a level: one stands in when the number of players is odd
}

/** A new tournament. */
export interface TournamentMade {
  id: string;
}

/** A tournament in a list. */
export interface TournamentSummary {
  id: string;
  title: string;
  host: string;
  format: string; // "arena" or "swiss"
  game: string;
  options: Record<string, number | string>; // of a text, the first 40 letters
  pace: string;
  is_rated: boolean;
  is_public: boolean;
  state: string; // "waiting", "running", "over" or "cancelled"
  num_players: number;
  minutes: number; // of an arena
  rounds: number; // of a Swiss tournament
  starts_ms: number | null;
  start_when: number | null; // this number of people have joined
  level: string | null; // of the computers that take part
  num_computers: number; // 0 with a level: one stands in when the number of players is odd
  started_ms: number | null;
  ends_ms: number | null; // of an arena: no match is begun from then on
  ended_ms: number | null;
  winners: string[]; // names; empty until it is over
}

/** The tournaments that a visitor may know of. */
export interface TournamentLists {
  now_ms: number; // of the server's clock
  mine: TournamentSummary[]; // not over, and I host them or play in them, private ones too
  running: TournamentSummary[];
  waiting: TournamentSummary[];
  past: TournamentSummary[];
}

/** My part in a tournament. */
export interface MyTournament {
  player: number | null; // my number; null: I have not joined
  is_paused: boolean;
  is_absent: boolean; // paused, because I did not come to a match
  match: string | null; // that I am to play now
  opponent: string | null; // in it
  is_host: boolean;
  why_not_join: string; // empty when I can join
}

/** A line of the standings. */
export interface TournamentLine {
  player: number;
  place: number;
  name: string;
  is_account: boolean; // it has a profile
  level: string | null; // of a computer
  rating: number; // when they joined
  points: number;
  wins: number;
  draws: number;
  losses: number;
  tie_break: number; // arena: wins; Swiss: the points of all opponents
  is_on_streak: boolean; // the next match counts double
  is_paused: boolean;
  is_playing: boolean;
}

/** A match of a tournament. */
export interface TournamentPairing {
  match: string;
  invitation: string | null; // of a private tournament: for the link of the match
  players: [number, number]; // by seat
  names: [string, string];
  round: number;
  result: string; // "running", "first", "second" (who won), "draw" or "none"
  points: [number, number];
  is_no_show: boolean; // a player did not come
}

/** A tournament, the same for everyone who knows of it. */
export interface TournamentInfo {
  summary: TournamentSummary;
  round: number;
  next_round_ms: number | null;
  bye: string | null; // who has no opponent in this round
  standings: TournamentLine[];
  running: TournamentPairing[];
  finished: TournamentPairing[]; // the last 50, newest first
}

/** A tournament as it stands. */
export interface TournamentNow {
  version: number;
  now_ms: number; // of the server's clock
  tournament: TournamentInfo | null; // null: nothing has changed since the version that the client has
  me: MyTournament;
}

/** A tournament in a profile. */
export interface PersonTournament {
  id: string;
  title: string;
  game: string;
  format: string;
  place: number | null; // null: it goes on, or they did not play
  num_players: number;
  points: number;
  ended_ms: number | null;
}

/** A run of the lab in a list. */
export interface LabSummary {
  name: string;
  kind: "tournament" | "record" | "training";
  state: "running" | "stopped" | "over";
  game: string;
  players: string[];
  done: number; // matches
  total: number;
  updated_ms: number;
}

/** A match of a run that is over. */
export interface LabMatch {
  number: number;
  players: [number, number]; // by seat
  winner: number | null; // a seat; null: a draw
  num_actions: number;
  note: string; // why it was forfeited
}

/** How a player of a run did. */
export interface LabStanding {
  player: number;
  name: string;
  rating: number; // Elo; all players of the run together have 0
  low: number; // of the 95 % interval
  high: number;
  wins: number;
  draws: number;
  losses: number;
}

/** How one player did against another. */
export interface LabCell {
  wins: number;
  draws: number;
  losses: number;
}

/** A sequential test of two players: whether the first is stronger by `elo1` rather than by `elo0`. */
export interface LabTest {
  elo0: number;
  elo1: number;
  llr: number; // of the log likelihoods
  low: number; // at or below: `elo0`
  high: number; // at or above: `elo1`
  verdict: "open" | "elo0" | "elo1";
  pairs: number;
}

/** A tournament or a recording as far as it is; replaced as a whole while it goes on. */
export interface LabRun {
  kind: "tournament" | "record" | "training";
  game: string;
  players: string[];
  total: number; // matches
  done: number;
  started_ms: number;
  updated_ms: number;
  is_over: boolean;
  ends_ms: number | null; // estimated
  options: Record<string, number | string>;
  seed: number;
  format: string;
  standings: LabStanding[]; // the strongest first
  cross: LabCell[][]; // [player][opponent]
  test: LabTest | null;
  has_files: boolean; // every match has a match file
}

/** A value over the steps of a training. */
export interface LabCurve {
  name: string;
  steps: number[];
  values: number[];
}

/** A run of the lab. */
export interface LabPage {
  name: string;
  state: "running" | "stopped" | "over";
  now_ms: number;
  run: LabRun;
  curves: LabCurve[]; // of a training
}

/** A checker that was shown in the colour draw. */
export interface Drawn {
  checker: number; // counted from 1
  colour: string;
}

/** The bag as everyone sees it. */
export interface ColourDraw {
  size: number;
  claims: number[][]; // by seat: the checkers claimed in this draw, counted from 1
  shown: Drawn[][]; // by seat: the checkers that the last complete draw showed
  undecided: number; // complete draws that decided nothing
  is_open: boolean; // the colours are still being drawn
}

/** A Checkers table; squares are counted from 1 at the top left, seen from White's side. */
export interface CheckersView {
  colour_draw: ColourDraw;
  colours: string[]; // by seat; empty while they are being drawn
  board: string; // squares 1 to 32: b, w for men, B, W for kings, . for nothing
  captured: number[]; // by seat: enemy checkers it captured; also its score
  plays: number[]; // by seat: turns made
  must_jump: number[]; // squares of the checkers that must jump now
  jumping: number; // square of the checker in the middle of its jumps, or 0
  quiet: number; // plies since the last capture or man's move
  quiet_limit: number;
}

/** A Connect Four table; columns and rows are counted from 1, row 1 at the bottom. */
export interface ConnectFourView {
  colour_draw: ColourDraw;
  colours: string[]; // by seat; empty while they are being drawn
  board: string[]; // six rows of r, y and ., top row first
  hands: number[]; // by seat: checkers not yet dropped
  plays: number[]; // by seat: checkers dropped
  last: number[]; // column and row of the last checker, or empty
  line: number[][]; // columns and rows of the winning checkers
}

/** A tile on a cell. */
export interface Placement {
  tile: string;
  cell: string;
}

/** A Matches and Patches table; rows from row 1, nearest to Eagle, columns from Eagle's left. */
export interface MatchesAndPatchesView {
  size: number;
  tiles: string[][]; // by row and column: the tile that lies there or was captured there, "" on an empty cell
  owners: number[][]; // by row and column: the seat whose marker lies there, or -1
  open: string[]; // empty cells that touch an occupied one
  hand: string[]; // of the seat; empty for spectators
  deck_size: number;
  captured: number[]; // by seat: cells
  points: number[]; // by seat: banked, in tenths
  empty: number; // empty cells
  round: number; // the present one, from 1; the last one when the game is over
  rounds: number; // at most
  has_chosen: boolean[]; // by seat, in this round
  chosen: Placement | null; // what this seat has chosen while the other one still chooses
  kept: string; // the tile that must be placed on another cell, because both chose the same one; "" for none
  last: (Placement | null)[]; // by seat: its latest tile
}

/** A patch on a quilt; cells are named by column and row, like CD. */
export interface PlacedPatch {
  letter: string;
  corner: string; // the top left one of the bounding box
  cells: string[];
  income: number;
}

/** A patch as printed. */
export interface PatchInfo {
  letter: string;
  price: number;
  time: number;
  income: number;
  rows: string[]; // in orientation A, top row first, X for cloth
}

/** A patch on offer. */
export interface Offer {
  letter: string;
  turns: string; // the letters of its orientations that differ
  missing: number; // buttons that the seat to act lacks
  has_room: boolean; // it fits somewhere into the quilt of the seat to act
}

/** A Patchwork table; everything is open. Seats are 0 and 1, -1 is neither. */
export interface PatchworkView {
  quilts: string[][]; // by seat: nine rows of patch letters, dots for empty cells
  placed: PlacedPatch[][]; // by seat, in the order in which they were laid
  circle: PatchInfo[]; // those left, in order from the neutral token
  offers: Offer[]; // of the first three in the circle, in its order
  squares: number[]; // by seat: where the time token stands
  on_top: number; // the seat whose token lies on the other's
  last_square: number;
  income_squares: number[];
  special_squares: number[]; // where a special patch still lies
  advance: number; // squares that an advance moves, and buttons that it gives
  pending: number; // the seat that must place a special patch
  buttons: number[]; // by seat
  income: number[]; // by seat
  empty: number[]; // by seat: empty cells
  score: number[]; // by seat, if the game ended now
  bonus_7x7: boolean; // the first 7x7 counts
  seven: number; // the seat that covered it
  circle_string: string; // as laid out
  placement: string; // the game so far
}

/** A figurine on the board. */
export interface Figure {
  kind: string; // mother, baby, scientist, sister, hound
  space: string;
  is_active: boolean; // not asleep, not frightened
  is_fresh: boolean; // asleep or frightened since this round: cannot be woken, cannot stand up
  is_used: boolean; // has attacked in this round, or is a baby that this card has moved
}

/** Something that waits to be put on the board. */
export interface TrayItem {
  kind: string; // mother, baby, scientist, sister, hound, fire
  left: number;
}

/** A card with what it does. */
export interface Card {
  value: number;
  effect: string;
  name: string; // of the effect, to show
  amount: string; // how often it may be applied, to show; empty where that means nothing
  reshuffles: boolean;
}

/** The cards of one side. */
export interface Cards {
  hand: Card[]; // only the viewer's own; empty for others
  hand_size: number;
  deck_size: number;
  played: number[]; // values of the pile, in order
  has_chosen: boolean;
  chosen: Card | null; // where it may be known
  revealed: Card | null; // the one revealed last
  role: string; // what the revealed card gives its side in this round: effect, points, tie; empty while cards are chosen
}

/** A Raptor table; spaces are named a1 to m6, row 1 at the top. A side is 0, the raptor, or 1, the scientist. */
export interface RaptorView {
  sides: number[]; // by seat
  phase: string;
  ending: string; // escaped, no_scientist, neutralized, captured, rounds; empty while the game goes on
  to_act: number[]; // seats
  environment: string;
  rocks: string[];
  exits: string[];
  fires: string[];
  figures: Figure[];
  tray: TrayItem[];
  sleep_tokens: number;
  max_sleep_tokens: number;
  escaped: number;
  captured: number;
  babies_to_win: number;
  scientists: number; // on the board
  reserve: number;
  fire_limit: number; // 0: none
  round: number;
  effect_name: string; // of the effect that is resolved, to show; empty at other times
  units: number; // of it, that may still be applied
  may_stop: boolean;
  points: number; // action points left, or waiting for the end of the effect
  round_points: number; // action points that this round began with
  in_fire: string; // the space of the scientist that must walk on, or empty
  observation: boolean; // the scientist shows the card: the next round, or this one while cards are chosen
  cards: Cards[]; // by side
  map: string; // its name
  rock: string; // what the rocks are called on it
  barrier: string; // what stops figurines but no shots is called so; empty where there is nothing of that kind
  barriers: string[];
  bridges: string[]; // ground that looks different
  tiles: string[]; // six rows of 13: the number of the tile, 0 4 5 9 where scientists start, 2 and 7 in the middle
  factions: string[]; // by side, to show
  hounds: number; // on the board
  kennel: number; // hounds that wait
}

/** A card of the table of all cards in play; the grid as Red sees it. */
export interface CardView {
  name: string;
  cost: number;
  value: number;
  grid: string[];
  copies: number[]; // by seat: in its whole deck
  left: number[]; // by seat: not placed yet, in hand or deck
}

/** A cell: nothing, pawns or a card. */
export interface CellView {
  owner: number; // seat, or -1
  pawns: number;
  card: number; // number in `cards`, or -1
  value: number; // of the card, upgrades and devaluations included
  modifier: number;
}

/** A card in the viewer's hand, with its grid as it would lie on the board and the cells that could take it. */
export interface HandCardView {
  card: number; // number in `cards`
  grid: string[]; // mirrored for Blue
  cells: number[][]; // row and column
}

/** A Sanguine table; rows, columns and hand cards are counted from 0, row 0 on top, column 0 on Red's side. */
export interface SanguineView {
  rows: number;
  cols: number;
  cards: CardView[];
  board: CellView[][];
  hand: HandCardView[]; // of the viewer; empty for a spectator
  hands: number[]; // by seat: cards in hand
  decks: number[]; // by seat: cards still to be drawn
  row_scores: number[][]; // by row: Red's and Blue's
  totals: number[]; // by seat
  turn: number; // seat, or -1 when the game is over
  passes: number; // in a row
}

/** The draw for the dealer. */
export interface DealerDraw {
  is_open: boolean; // cards are being picked
  picks: number[]; // by seat: place of the card picked, counted from 1; 0 for none
  shown: string[]; // by seat: the cards of the last complete draw; empty before
  ties: number;
}

/** The card that lies face up on the draw pile. */
export interface Prize {
  card: string;
  gold: boolean; // desirable: a trump, or a jack or higher
}

/** A trick; while it is being played, it has one card and no winner. */
export interface Trick {
  leader: number;
  cards: string[]; // lead, follow
  winner: number; // seat, or -1
}

/** A Whist table. */
export interface WhistView {
  round: number;
  stage: string; // deal, draft or duel; over
  phase: string;
  trump: string; // a suit; empty before it is revealed
  points_to_win: number;
  scores: number[]; // by seat
  dealer: number; // seat, or -1 while it is being drawn
  dealer_draw: DealerDraw;
  shuffles: string[]; // kinds done in this round
  shuffles_to_go: number;
  deck: number; // cards not yet dealt
  draw_pile: number;
  pile_action: string; // what is done with its top card: reveal or take
  discard_pile: number;
  prize: Prize | null;
  hands: number[]; // by seat: number of cards
  hand: string[]; // of the viewer, sorted; empty before the trump is revealed
  unplayable: string[]; // cards of it that cannot be played to this trick
  why_unplayable: string;
  trick: Trick | null;
  last_trick: Trick | null;
  pairs: number[]; // by seat
}

export type AnyCommand =
  | Play
  | Resign
  | OfferDraw
  | AnswerDraw
  | AskUndo
  | AnswerUndo
  | AddTime
  | Abort;

export type AnyRequest =
  | Subscribe
  | Unsubscribe
  | Ping
  | Act
  | Claim
  | Say
  | Rematch
  | Explain
  | AskHint
  | Draw
  | EnterLobby
  | LeaveLobby
  | Seek
  | StopSeeking;

export type AnyReply =
  | Snapshot
  | Update
  | Change
  | Done
  | Refused
  | Pong
  | Goodbye
  | ChatLine
  | Rematched
  | Explained
  | Advice
  | Drawing
  | LobbyState
  | Seeking
  | Paired
  | Watchable
  | MatchChanged
  | ChallengesChanged;

export interface Views {
  checkers: CheckersView;
  connect_four: ConnectFourView;
  matches_and_patches: MatchesAndPatchesView;
  patchwork: PatchworkView;
  raptor: RaptorView;
  sanguine: SanguineView;
  whist: WhistView;
}

/** The version of the protocol. */
export const PROTOCOL = 4;

/** The lines of chat that a guest may say. */
export const PRESETS = [
  "Hello!",
  "Good luck!",
  "Have fun!",
  "Well played!",
  "Good game!",
  "Thank you!",
  "One moment, please.",
  "Oops!",
  "I have to go now. Goodbye!",
];
