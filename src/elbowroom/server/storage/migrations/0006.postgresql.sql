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

