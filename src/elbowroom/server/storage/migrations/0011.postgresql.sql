CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, 
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 0001

CREATE TABLE tables (
    id TEXT NOT NULL, 
    head INTEGER NOT NULL, 
    writer TEXT NOT NULL, 
    status TEXT NOT NULL, 
    is_open BOOLEAN NOT NULL, 
    is_rated BOOLEAN NOT NULL, 
    players INTEGER NOT NULL, 
    free INTEGER NOT NULL, 
    title TEXT NOT NULL, 
    host TEXT NOT NULL, 
    changed_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT tables_key PRIMARY KEY (id)
);

COMMENT ON COLUMN tables.head IS 'the number of the newest entry';

COMMENT ON COLUMN tables.writer IS 'the process that wrote it';

CREATE INDEX tables_by_status ON tables (status, is_open, changed_at);

CREATE TABLE log (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    command TEXT NOT NULL, 
    part INTEGER NOT NULL, 
    body TEXT NOT NULL, 
    CONSTRAINT log_key PRIMARY KEY (table_id, seq), 
    CONSTRAINT log_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);

COMMENT ON COLUMN log.part IS 'entries of the same command before this one';

CREATE UNIQUE INDEX log_by_command ON log (table_id, command, part) WHERE command <> '';

CREATE TABLE seeds (
    table_id TEXT NOT NULL, 
    seed TEXT NOT NULL, 
    CONSTRAINT seeds_key PRIMARY KEY (table_id), 
    CONSTRAINT seeds_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);

CREATE TABLE sitters (
    table_id TEXT NOT NULL, 
    place INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    CONSTRAINT sitters_key PRIMARY KEY (table_id, place), 
    CONSTRAINT sitters_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);

CREATE INDEX sitters_by_person ON sitters (person);

INSERT INTO alembic_version (version_num) VALUES ('0001') RETURNING alembic_version.version_num;

-- Running upgrade 0001 -> 0002

ALTER TABLE tables ADD COLUMN invite TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN tables.invite IS 'who has this code may sit down';

ALTER TABLE tables ADD COLUMN mover TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN tables.mover IS 'the person who is to decide';

ALTER TABLE tables ADD COLUMN is_slow BOOLEAN DEFAULT false NOT NULL;

COMMENT ON COLUMN tables.is_slow IS 'days for a move';

ALTER TABLE tables ADD COLUMN is_import BOOLEAN DEFAULT false NOT NULL;

COMMENT ON COLUMN tables.is_import IS 'a replay, not a game';

ALTER TABLE tables ADD COLUMN due DOUBLE PRECISION;

COMMENT ON COLUMN tables.due IS 'when a computer or a clock must be taken care of';

ALTER TABLE tables ADD COLUMN position TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN tables.position IS 'the game as of head';

CREATE INDEX tables_by_change ON tables (changed_at);

CREATE INDEX tables_by_due ON tables (due);

CREATE INDEX tables_by_invite ON tables (invite) WHERE invite <> '';

CREATE INDEX tables_by_host ON tables (host);

CREATE TABLE accounts (
    person TEXT NOT NULL, 
    name TEXT NOT NULL, 
    name_key TEXT NOT NULL, 
    password TEXT, 
    email TEXT, 
    is_confirmed BOOLEAN NOT NULL, 
    wants_mail BOOLEAN NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT accounts_key PRIMARY KEY (person)
);

COMMENT ON COLUMN accounts.name_key IS 'the name without regard to case and look-alikes';

COMMENT ON COLUMN accounts.password IS 'an argon2 hash';

COMMENT ON COLUMN accounts.is_confirmed IS 'the address is theirs';

CREATE UNIQUE INDEX accounts_by_name ON accounts (name_key);

CREATE TABLE sessions (
    digest TEXT NOT NULL, 
    person TEXT NOT NULL, 
    kind TEXT NOT NULL, 
    label TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    used_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT sessions_key PRIMARY KEY (digest)
);

COMMENT ON COLUMN sessions.digest IS 'the hash of a token';

COMMENT ON COLUMN sessions.kind IS 'session, or token for a program';

CREATE INDEX sessions_by_person ON sessions (person);

CREATE TABLE recovery_codes (
    digest TEXT NOT NULL, 
    person TEXT NOT NULL, 
    CONSTRAINT recovery_codes_key PRIMARY KEY (digest)
);

CREATE INDEX recovery_codes_by_person ON recovery_codes (person);

CREATE TABLE passkeys (
    credential TEXT NOT NULL, 
    person TEXT NOT NULL, 
    public_key TEXT NOT NULL, 
    sign_count INTEGER NOT NULL, 
    label TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT passkeys_key PRIMARY KEY (credential)
);

CREATE INDEX passkeys_by_person ON passkeys (person);

CREATE TABLE challenges (
    id TEXT NOT NULL, 
    purpose TEXT NOT NULL, 
    person TEXT NOT NULL, 
    challenge TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT challenges_key PRIMARY KEY (id)
);

CREATE TABLE bans (
    person TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT bans_key PRIMARY KEY (person)
);

CREATE TABLE mutes (
    person TEXT NOT NULL, 
    muted TEXT NOT NULL, 
    name TEXT NOT NULL, 
    CONSTRAINT mutes_key PRIMARY KEY (person, muted)
);

COMMENT ON COLUMN mutes.name IS 'what the muted one was called';

CREATE TABLE reports (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    reporter TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT reports_key PRIMARY KEY (table_id, seq, reporter)
);

COMMENT ON COLUMN reports.seq IS 'the entry that somebody complains of';

CREATE TABLE ratings (
    person TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    mu DOUBLE PRECISION NOT NULL, 
    sigma DOUBLE PRECISION NOT NULL, 
    games INTEGER NOT NULL, 
    CONSTRAINT ratings_key PRIMARY KEY (person, players)
);

COMMENT ON COLUMN ratings.players IS 'one pool for each number of players';

CREATE TABLE results (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    name TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    place INTEGER NOT NULL, 
    coins INTEGER NOT NULL, 
    is_rated BOOLEAN NOT NULL, 
    mu DOUBLE PRECISION, 
    sigma DOUBLE PRECISION, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT results_key PRIMARY KEY (table_id, seat)
);

COMMENT ON COLUMN results.person IS 'empty for a computer';

COMMENT ON COLUMN results.mu IS 'the rating after the game';

CREATE INDEX results_by_person ON results (person, at);

CREATE TABLE devices (
    endpoint TEXT NOT NULL, 
    person TEXT NOT NULL, 
    p256dh TEXT NOT NULL, 
    auth TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT devices_key PRIMARY KEY (endpoint)
);

COMMENT ON COLUMN devices.endpoint IS 'where a browser takes pushed notices';

CREATE INDEX devices_by_person ON devices (person);

CREATE TABLE notices (
    person TEXT NOT NULL, 
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    channel TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT notices_key PRIMARY KEY (person, table_id, seq, channel)
);

COMMENT ON COLUMN notices.seq IS 'the entry after which it is their turn';

COMMENT ON COLUMN notices.channel IS 'mail or push';

CREATE INDEX notices_by_table ON notices (table_id);

CREATE TABLE seat_links (
    digest TEXT NOT NULL, 
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT seat_links_key PRIMARY KEY (digest)
);

COMMENT ON COLUMN seat_links.digest IS 'the hash of a token that moves a seat, once';

COMMENT ON COLUMN seat_links.person IS 'who gave the seat away';

CREATE TABLE settings (
    name TEXT NOT NULL, 
    value TEXT NOT NULL, 
    CONSTRAINT settings_key PRIMARY KEY (name)
);

UPDATE alembic_version SET version_num='0002' WHERE alembic_version.version_num = '0001';

-- Running upgrade 0002 -> 0003

ALTER TABLE tables ADD COLUMN summary TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN tables.summary IS 'seats and turn, for lists';

UPDATE alembic_version SET version_num='0003' WHERE alembic_version.version_num = '0002';

-- Running upgrade 0003 -> 0004

CREATE TABLE checkpoints (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    version TEXT NOT NULL, 
    state TEXT NOT NULL, 
    CONSTRAINT checkpoints_key PRIMARY KEY (table_id, seq), 
    CONSTRAINT checkpoints_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);

COMMENT ON COLUMN checkpoints.version IS 'of the program that can read it';

COMMENT ON COLUMN checkpoints.state IS 'the table after this entry of its log';

UPDATE alembic_version SET version_num='0004' WHERE alembic_version.version_num = '0003';

-- Running upgrade 0004 -> 0005

CREATE TABLE name_keys (
    key TEXT NOT NULL, 
    person TEXT NOT NULL, 
    CONSTRAINT name_keys_key PRIMARY KEY (key)
);

COMMENT ON COLUMN name_keys.key IS 'what names that look alike have in common';

COMMENT ON COLUMN name_keys.person IS 'whose account has such a name';

CREATE INDEX name_keys_by_person ON name_keys (person);

UPDATE alembic_version SET version_num='0005' WHERE alembic_version.version_num = '0004';

-- Running upgrade 0005 -> 0006

ALTER TABLE accounts ADD COLUMN language TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN accounts.language IS 'of their mail; English if empty';

UPDATE alembic_version SET version_num='0006' WHERE alembic_version.version_num = '0005';

-- Running upgrade 0006 -> 0007

CREATE TABLE admins (
    person TEXT NOT NULL, 
    made_at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT admins_key PRIMARY KEY (person)
);

CREATE TABLE admin_acts (
    id TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    admin TEXT NOT NULL, 
    admin_name TEXT NOT NULL, 
    act TEXT NOT NULL, 
    table_id TEXT NOT NULL, 
    seq INTEGER, 
    subject TEXT NOT NULL, 
    subject_name TEXT NOT NULL, 
    note TEXT NOT NULL, 
    CONSTRAINT admin_acts_key PRIMARY KEY (id)
);

COMMENT ON COLUMN admin_acts.admin IS 'empty for the command line';

COMMENT ON COLUMN admin_acts.seq IS 'the entry of the table''s log that it is about';

COMMENT ON COLUMN admin_acts.subject IS 'a person, or a network';

CREATE INDEX admin_acts_by_time ON admin_acts (at);

CREATE TABLE address_bans (
    network TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT address_bans_key PRIMARY KEY (network)
);

CREATE TABLE guest_revocations (
    person TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT guest_revocations_key PRIMARY KEY (person)
);

COMMENT ON COLUMN guest_revocations.at IS 'older tokens of this guest are void';

ALTER TABLE reports ADD COLUMN handled_at DOUBLE PRECISION;

COMMENT ON COLUMN reports.handled_at IS 'when an administrator decided';

UPDATE alembic_version SET version_num='0007' WHERE alembic_version.version_num = '0006';

-- Running upgrade 0007 -> 0008

DROP INDEX tables_by_status;

DROP INDEX tables_by_change;

ALTER TABLE tables ADD COLUMN indexed_at DOUBLE PRECISION DEFAULT '0' NOT NULL;

COMMENT ON COLUMN tables.indexed_at IS 'changed_at, or a little earlier: see INDEX_SECONDS';

UPDATE tables SET indexed_at = changed_at;

CREATE INDEX tables_by_status ON tables (status, is_open, indexed_at);

CREATE INDEX tables_by_change ON tables (indexed_at);

UPDATE alembic_version SET version_num='0008' WHERE alembic_version.version_num = '0007';

-- Running upgrade 0008 -> 0009

CREATE TABLE creations (
    id TEXT NOT NULL, 
    author TEXT NOT NULL, 
    kind TEXT NOT NULL, 
    name TEXT NOT NULL, 
    summary TEXT NOT NULL, 
    language TEXT NOT NULL, 
    status TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    players TEXT NOT NULL, 
    traits TEXT NOT NULL, 
    name_keys TEXT NOT NULL, 
    search_text TEXT NOT NULL, 
    newest TEXT NOT NULL, 
    versions INTEGER NOT NULL, 
    published_at DOUBLE PRECISION NOT NULL, 
    changed_at DOUBLE PRECISION NOT NULL, 
    games INTEGER NOT NULL, 
    likes INTEGER NOT NULL, 
    votes INTEGER NOT NULL, 
    rank DOUBLE PRECISION NOT NULL, 
    CONSTRAINT creations_key PRIMARY KEY (id)
);

COMMENT ON COLUMN creations.kind IS 'race, power, map, or set';

COMMENT ON COLUMN creations.summary IS 'what its author says of it, in a line or two';

COMMENT ON COLUMN creations.language IS 'of name and summary';

COMMENT ON COLUMN creations.status IS 'waiting for a moderator, listed, withdrawn, or hidden';

COMMENT ON COLUMN creations.reason IS 'why a moderator hid it';

COMMENT ON COLUMN creations.players IS 'numbers of players that it is for, such as 2345';

COMMENT ON COLUMN creations.traits IS 'trait keys between bars, such as |coins|discount|';

COMMENT ON COLUMN creations.name_keys IS 'what its name looks like, between bars';

COMMENT ON COLUMN creations.search_text IS 'what a search looks through, in lower case';

COMMENT ON COLUMN creations.newest IS 'the digest of its newest version';

COMMENT ON COLUMN creations.changed_at IS 'when the newest version came';

COMMENT ON COLUMN creations.games IS 'finished games of people with it';

COMMENT ON COLUMN creations.rank IS 'lower end of the interval of the share of likes';

CREATE INDEX creations_by_rank ON creations (status, rank);

CREATE INDEX creations_by_change ON creations (status, changed_at);

CREATE INDEX creations_by_author ON creations (author);

CREATE TABLE creation_versions (
    digest TEXT NOT NULL, 
    creation TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    text TEXT NOT NULL, 
    box TEXT NOT NULL, 
    note TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT creation_versions_key PRIMARY KEY (digest)
);

COMMENT ON COLUMN creation_versions.digest IS 'the hash of its text';

COMMENT ON COLUMN creation_versions.number IS '1 for the first version of a creation';

COMMENT ON COLUMN creation_versions.text IS 'never changed';

COMMENT ON COLUMN creation_versions.box IS 'what is in it, as JSON';

COMMENT ON COLUMN creation_versions.note IS 'what the author says has changed';

CREATE UNIQUE INDEX creation_versions_by_creation ON creation_versions (creation, number);

CREATE TABLE creation_plays (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    creation TEXT NOT NULL, 
    digest TEXT NOT NULL, 
    person TEXT NOT NULL, 
    place INTEGER NOT NULL, 
    players INTEGER NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT creation_plays_key PRIMARY KEY (table_id, seat, creation)
);

COMMENT ON COLUMN creation_plays.digest IS 'the version that was played';

COMMENT ON COLUMN creation_plays.person IS 'empty if the account was deleted';

CREATE INDEX creation_plays_by_creation ON creation_plays (creation, person);

CREATE INDEX creation_plays_by_person ON creation_plays (person);

CREATE TABLE creation_votes (
    creation TEXT NOT NULL, 
    person TEXT NOT NULL, 
    is_liked BOOLEAN NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT creation_votes_key PRIMARY KEY (creation, person)
);

CREATE INDEX creation_votes_by_person ON creation_votes (person);

CREATE TABLE comments (
    id TEXT NOT NULL, 
    creation TEXT NOT NULL, 
    author TEXT NOT NULL, 
    text TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    removed_at DOUBLE PRECISION, 
    removed_why TEXT DEFAULT '' NOT NULL, 
    CONSTRAINT comments_key PRIMARY KEY (id)
);

COMMENT ON COLUMN comments.removed_at IS 'when a moderator removed it';

CREATE INDEX comments_by_creation ON comments (creation, at);

CREATE INDEX comments_by_author ON comments (author);

CREATE TABLE balance_tests (
    digest TEXT NOT NULL, 
    creation TEXT NOT NULL, 
    author TEXT NOT NULL, 
    status TEXT NOT NULL, 
    wanted INTEGER NOT NULL, 
    played INTEGER NOT NULL, 
    report TEXT NOT NULL, 
    failure TEXT NOT NULL, 
    queued_at DOUBLE PRECISION NOT NULL, 
    done_at DOUBLE PRECISION, 
    worker TEXT NOT NULL, 
    leased_until DOUBLE PRECISION NOT NULL, 
    CONSTRAINT balance_tests_key PRIMARY KEY (digest)
);

COMMENT ON COLUMN balance_tests.digest IS 'the version that is tested';

COMMENT ON COLUMN balance_tests.status IS 'waiting, done, or failed';

COMMENT ON COLUMN balance_tests.wanted IS 'test games to play';

COMMENT ON COLUMN balance_tests.report IS 'what the games showed, as JSON';

COMMENT ON COLUMN balance_tests.failure IS 'why it ended early, as JSON';

COMMENT ON COLUMN balance_tests.worker IS 'the process that plays it now';

COMMENT ON COLUMN balance_tests.leased_until IS 'from then on another process may go on';

CREATE INDEX balance_tests_by_status ON balance_tests (status, queued_at);

CREATE INDEX balance_tests_by_author ON balance_tests (author);

CREATE TABLE balance_test_games (
    digest TEXT NOT NULL, 
    batch INTEGER NOT NULL, 
    results TEXT NOT NULL, 
    CONSTRAINT balance_test_games_key PRIMARY KEY (digest, batch)
);

COMMENT ON COLUMN balance_test_games.results IS 'of the test games of a batch, as JSON';

CREATE TABLE counted_games (
    table_id TEXT NOT NULL, 
    CONSTRAINT counted_games_key PRIMARY KEY (table_id)
);

COMMENT ON COLUMN counted_games.table_id IS 'its creations and picks are written down';

CREATE TABLE combo_picks (
    table_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    race TEXT NOT NULL, 
    power TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    pick TEXT NOT NULL, 
    CONSTRAINT combo_picks_key PRIMARY KEY (table_id, number)
);

COMMENT ON COLUMN combo_picks.number IS 'of the pick in the game, from 0';

COMMENT ON COLUMN combo_picks.person IS 'empty if the account was deleted';

COMMENT ON COLUMN combo_picks.pick IS 'what the explorer needs of it, as JSON';

CREATE INDEX combo_picks_by_combo ON combo_picks (race, power, players);

CREATE INDEX combo_picks_by_person ON combo_picks (person);

CREATE TABLE tips (
    id TEXT NOT NULL, 
    race TEXT NOT NULL, 
    power TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    language TEXT NOT NULL, 
    author TEXT NOT NULL, 
    text TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    changed_at DOUBLE PRECISION NOT NULL, 
    useful INTEGER NOT NULL, 
    votes INTEGER NOT NULL, 
    rank DOUBLE PRECISION NOT NULL, 
    removed_at DOUBLE PRECISION, 
    removed_why TEXT DEFAULT '' NOT NULL, 
    CONSTRAINT tips_key PRIMARY KEY (id)
);

COMMENT ON COLUMN tips.rank IS 'lower end of the interval of the share of useful';

COMMENT ON COLUMN tips.removed_at IS 'when a moderator removed it';

CREATE UNIQUE INDEX tips_by_author ON tips (author, race, power, players);

CREATE INDEX tips_by_combo ON tips (race, power, players, rank);

CREATE TABLE tip_votes (
    tip TEXT NOT NULL, 
    person TEXT NOT NULL, 
    is_useful BOOLEAN NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    CONSTRAINT tip_votes_key PRIMARY KEY (tip, person)
);

CREATE INDEX tip_votes_by_person ON tip_votes (person);

CREATE TABLE complaints (
    kind TEXT NOT NULL, 
    subject TEXT NOT NULL, 
    reporter TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE PRECISION NOT NULL, 
    handled_at DOUBLE PRECISION, 
    CONSTRAINT complaints_key PRIMARY KEY (kind, subject, reporter)
);

COMMENT ON COLUMN complaints.kind IS 'creation, comment, or tip';

COMMENT ON COLUMN complaints.subject IS 'its id';

COMMENT ON COLUMN complaints.handled_at IS 'when a moderator decided';

CREATE INDEX complaints_by_reporter ON complaints (reporter);

UPDATE alembic_version SET version_num='0009' WHERE alembic_version.version_num = '0008';

-- Running upgrade 0009 -> 0010

ALTER TABLE balance_tests ADD COLUMN program TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN balance_tests.program IS 'the version that played its test games';

UPDATE alembic_version SET version_num='0010' WHERE alembic_version.version_num = '0009';

-- Running upgrade 0010 -> 0011

ALTER TABLE creation_versions ADD COLUMN held TEXT;

COMMENT ON COLUMN creation_versions.held IS 'until a moderator allows it: what its creation shows of it then, as JSON';

ALTER TABLE creation_versions ADD COLUMN refused_why TEXT DEFAULT '' NOT NULL;

COMMENT ON COLUMN creation_versions.refused_why IS 'why a moderator refused it';

UPDATE alembic_version SET version_num='0011' WHERE alembic_version.version_num = '0010';

