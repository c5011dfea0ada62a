/** The names of what goes over the wire, from the types that are generated from the server's own schema. */
import type { components } from "./schema";

type Kinds = components["schemas"];
/** With these fields left out where they have their usual value. */
type Sparse<Whole, Field extends keyof Whole> = Omit<Whole, Field> & Partial<Pick<Whole, Field>>;

export type Ack = Kinds["Ack"];
export type CostsReply = Kinds["CostsReply"];
export type HintReply = Kinds["HintReply"];
export type Admin = Kinds["Admin"];
export type AdminAct = Kinds["AdminAct"];
export type AdminOverview = Kinds["AdminOverview"];
export type AdminTable = Kinds["AdminTable"];
export type Bans = Kinds["Bans"];
export type ChatReport = Kinds["ChatReport"];
export type Health = Kinds["Health"];
export type TableSettings = Kinds["TableSettings"];
export type Bye = Kinds["Bye"];
export type Clock = Kinds["Clock"];
export type ComboView = Kinds["ComboView"];
export type Cost = Kinds["Cost"];
/** What somebody may decide. Fields with their usual value are left out on the wire. */
export type Decision = Omit<
  Sparse<
    Kinds["DecisionView"],
    "can_undo" | "can_undo_beyond_luck" | "ending" | "ending_tokens" | "attack_only"
  >,
  "costs" | "places" | "legal" | "outlook"
> & {
  legal: LegalAction[];
  outlook?: { legal: LegalAction[]; tokens: number } | null;
};
export type Form = NonNullable<Kinds["DecisionView"]["form"]>;
export type SpreadForm = Kinds["SpreadForm"];
export type ChoiceForm = Kinds["ChoiceForm"];
/** What is asked of the server and changes nothing. */
export type Inquiry = Kinds["AskHint"] | Kinds["AskCosts"] | Kinds["AskState"];
/** An act is one action, or several of which all or none are carried out. */
export type Command =
  | Exclude<Kinds["Envelope"]["cmd"], Inquiry | Kinds["Act"] | Kinds["Undo"]>
  | Sparse<Kinds["Undo"], "beyond_luck">
  | (Omit<Kinds["Act"], "action" | "actions"> & ({ action: string } | { actions: readonly string[] }));
export type Envelope = Omit<Kinds["Envelope"], "cmd"> & { cmd: Command | Inquiry };
/** What happened, told apart by its code. */
export type Event = LogLine["events"][number];
export type EventCode = Event["code"];
/** The events of one kind: `EventOf<"conquered">`. */
export type EventOf<Code extends EventCode> = Extract<Event, { code: Code }>;
export type ServerInfo = Kinds["ServerInfo"];
/** What is asked of a desk, and what it answers; fields with their usual value are left out. */
export type DeskRequest =
  | (Omit<Sparse<Kinds["OpenTable"], "joins" | "seed">, "settings" | "joins"> & {
      settings: Pick<TableSettings, "players"> & Partial<TableSettings>;
      joins?: readonly DeskJoin[];
    })
  | Kinds["LoadTable"]
  | Kinds["ReadOn"]
  | (Omit<Kinds["Send"], "envelope"> & { envelope: Envelope })
  | Kinds["PlayOn"]
  | Kinds["Stored"]
  | Kinds["NotStored"]
  | Kinds["GetOpening"]
  | Kinds["CatchUp"]
  | Kinds["GetMoment"]
  | Kinds["GetReplay"]
  | Kinds["TryOut"]
  | Kinds["GetRecord"]
  | Kinds["ImportRecord"]
  | Sparse<Kinds["ContinueRecord"], "seed">
  | Kinds["GetStoredRecord"]
  | Kinds["Rematch"]
  | Sparse<Kinds["GetBox"], "table">
  | Kinds["GetLayout"]
  | Kinds["DrawBoard"]
  | Kinds["CheckContent"]
  | Kinds["CheckPaintedMap"]
  | Kinds["PaintMap"]
  | Kinds["PaintRandomMap"]
  | Kinds["DrawPaintedMap"]
  | Kinds["CloseTable"];
export type DeskRefusal = Kinds["DeskRefusal"];
export type DeskReply = Partial<Omit<Kinds["DeskReply"], "messages" | "refused">> & {
  messages?: readonly DeskMessage[];
  refused?: DeskRefusal;
};
/** Somebody who sits down on this device. */
export type DeskJoin = Pick<Kinds["Join"], "do" | "name"> & Partial<Kinds["Join"]>;
/** What is stored of a table on the device. */
export type ToStore = Kinds["ToStore"];
export type StoredRow = Kinds["StoredRow"];
/** What a table on the device tells: as on a server, but nobody is let go. */
export type DeskMessage = Exclude<ServerMessage, Bye>;
export type Hint = Kinds["Hint"];
export type LegalAction = Sparse<
  Kinds["LegalAction"],
  "ends_turn" | "gives_up" | "keeps_tokens" | "goes_on_conquering"
>;
export type Lesson = Kinds["Lesson"];
export type LivingRoomState = Kinds["LivingRoomState"];
export type ShownRule = Kinds["ShownRule"];
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
/** One entry of the log and what it changed. */
export type PatchUpdate = Omit<
  Sparse<Kinds["PatchUpdate"], "steps" | "patch" | "chain">,
  "steps" | "patch" | "state"
> & {
  steps?: StepPatch[];
  patch?: Record<string, unknown>;
  state?: TableView | null;
};
export type StepPatch = Omit<Kinds["StepPatch"], "patch"> & { patch?: Record<string, unknown> };
/** A whole game: its first state, and every entry after it. */
export type GameReplay = Omit<Kinds["Replay"], "state" | "updates"> & {
  state: TableView;
  updates: PatchUpdate[];
};
/** What would happen, and the table after it. */
export type WhatIf = Omit<Kinds["WhatIf"], "steps" | "state"> & {
  steps: StepPatch[];
  state: TableView;
};
/** What one needs to begin at a table. */
export type TableOpening = Omit<Kinds["Opening"], "state"> & { state: TableView };
export type ServerMessage = Update | PatchUpdate | Ack | Nack | HintReply | CostsReply | Bye | Presence;
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
export type ProfileResults = Kinds["ProfileResults"];
export type Result = Kinds["GameResult"];
export type LogProof = Kinds["LogProof"];
export type GameSignature = Kinds["GameSignature"];
export type NameOffer = Kinds["NameOffer"];
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
export type PaintedMap = Kinds["PaintedMap"];
export type PaintedRegion = Kinds["PaintedRegion"];
export type PaintedMapCheck = Kinds["PaintedMapCheck"];
export type Tip = Kinds["Tip"];
export type TipList = Kinds["TipList"];
export type NewTip = Kinds["NewTip"];
export type Spread = Kinds["Spread"];
export type ExplorerRow = Kinds["ExplorerRow"];
export type ExplorerPage = Kinds["ExplorerPage"];
export type ComboOverview = Kinds["ComboOverview"];
export type ComboPage = Kinds["ComboPage"];
export type ComboPart = Kinds["ComboPart"];
export type TraitField = Kinds["TraitField"];
/** Values of content files can be anything that TOML can say. */
type Written = Record<string, unknown>;
export type TraitOffer = Omit<Kinds["TraitOffer"], "example" | "beside"> & {
  example: Written;
  beside: Written;
};
export type Workshop = Omit<Kinds["Workshop"], "traits" | "markers"> & {
  traits: TraitOffer[];
  markers: Written[];
};
export type BalanceAmount = Kinds["Amount"];
export type BalanceRow = Kinds["BalanceRowInWords"];
export type BalanceSentence = Kinds["BalanceSentence"];
export type BalanceTest = Kinds["BalanceTest"];
export type BalanceTestSummary = Kinds["BalanceTestSummary"];
export type Comment = Kinds["Comment"];
export type CommentList = Kinds["CommentList"];
export type CommunityReport = Kinds["CommunityReport"];
export type CreationCard = Kinds["CreationCard"];
export type CreationKind = CreationCard["kind"];
export type CreationList = Kinds["CreationList"];
export type CreationPage = Kinds["CreationPage"];
export type Estimate = Kinds["Estimate"];
export type MapTest = Kinds["MapTestInWords"];
export type Prospect = Kinds["Prospect"];
export type Publication = Kinds["Publication"];
export type Published = Kinds["Published"];
export type TableCreation = Kinds["TableCreation"];
export type Version = Kinds["Version"];
export type VersionInfo = Kinds["VersionInfo"];
export type WaitingCreation = Kinds["WaitingCreation"];
