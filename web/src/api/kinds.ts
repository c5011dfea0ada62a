/** The names of what goes over the wire, from the types that are generated from the server's own schema. */
import type { components } from "./schema";

type Kinds = components["schemas"];

export type Ack = Kinds["Ack"];
export type HintReply = Kinds["HintReply"];
export type TableSettings = Kinds["TableSettings"];
export type Bye = Kinds["Bye"];
export type Clock = Kinds["Clock"];
export type ComboView = Kinds["ComboView"];
export type Cost = Kinds["Cost"];
/** Of a state of protocol 1: every field is there. */
export type Decision = Omit<Required<Kinds["DecisionView"]>, "form" | "outlook" | "score"> & {
  outlook: Kinds["Outlook"] | null;
  score: Score | null;
};
/** What is left out has its default. */
export type Command = Exclude<Kinds["Envelope"]["cmd"], { do: "act" }> | Omit<Kinds["Act"], "actions">;
export type Envelope = Omit<Kinds["Envelope"], "cmd"> & { cmd: Command };
/** What happened, told apart by its code. */
export type Event = LogLine["events"][number];
export type EventCode = Event["code"];
/** The events of one kind: `EventOf<"conquered">`. */
export type EventOf<Code extends EventCode> = Extract<Event, { code: Code }>;
export type ServerInfo = Kinds["ServerInfo"];
export type Hint = Kinds["Hint"];
export type LegalAction = Kinds["LegalAction"];
export type Lesson = Kinds["Lesson"];
export type TableSummary = Kinds["TableSummary"];
export type ListedSeat = Kinds["ListedSeat"];
export type Nack = Kinds["Nack"];
export type PlayerView = Kinds["PlayerView"];
export type Problem = Kinds["Problem"];
export type RaceView = Kinds["RaceView"];
export type RegionView = Kinds["RegionView"];
export type ChatMessage = Kinds["ChatMessage"];
export type Score = Kinds["Score"];
export type ScorePart = Kinds["ScorePart"];
export type SeatView = Kinds["SeatView"];
export type TableView = Omit<Kinds["TableView"], "decision"> & { decision: Decision | null };
export type Update = Omit<Kinds["Update"], "state"> & { state: TableView | null };
export type View = Kinds["View"];
export type Box = Kinds["Box"];
export type Layout = Kinds["Layout"];
export type LogLine = Kinds["LogLine"];
export type Piece = Kinds["EntryInfo"];
export type Presence = Kinds["Presence"];
export type Palette = Kinds["Palette"];
export type Slot = Kinds["Slot"];
export type DrawnRegion = Kinds["DrawnRegion"];
export type MapInfo = Kinds["MapInfo"];
export type Sentence = Kinds["Sentence"];
export type NewSession = Kinds["NewSession"];
export type Best = Kinds["RankedPlayer"];
export type Game = Kinds["PlayedGame"];
export type Guest = Kinds["Guest"];
export type Invitation = Kinds["Invitation"];
export type OwnAccount = Kinds["OwnAccount"];
export type Mute = Kinds["Mute"];
export type Passkey = Kinds["Passkey"];
export type Profile = Kinds["Profile"];
export type Result = Kinds["GameResult"];
export type TakenSeat = Kinds["TakenSeat"];
export type SessionView = Kinds["SessionView"];
export type Standing = Kinds["PoolRating"];
export type QuickMatch = Kinds["QuickMatch"];
export type ResultPage = Kinds["ResultsPage"];
export type Rank = Kinds["Rank"];
export type SeatLink = Kinds["SeatLink"];
export type ClaimedSeat = Kinds["ClaimedSeat"];
export type PushKey = Kinds["PushKey"];
export type TableReference = Kinds["TableReference"];
