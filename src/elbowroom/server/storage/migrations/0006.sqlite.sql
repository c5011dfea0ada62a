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
    changed_at DOUBLE NOT NULL, 
    CONSTRAINT tables_key PRIMARY KEY (id)
);

CREATE INDEX tables_by_status ON tables (status, is_open, changed_at);

CREATE TABLE log (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    at DOUBLE NOT NULL, 
    command TEXT NOT NULL, 
    part INTEGER NOT NULL, 
    body TEXT NOT NULL, 
    CONSTRAINT log_key PRIMARY KEY (table_id, seq), 
    CONSTRAINT log_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID;

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
)
 WITHOUT ROWID;

CREATE INDEX sitters_by_person ON sitters (person);

INSERT INTO alembic_version (version_num) VALUES ('0001') RETURNING version_num;

-- Running upgrade 0001 -> 0002

ALTER TABLE tables ADD COLUMN invite TEXT DEFAULT '' NOT NULL;

ALTER TABLE tables ADD COLUMN mover TEXT DEFAULT '' NOT NULL;

ALTER TABLE tables ADD COLUMN is_slow BOOLEAN DEFAULT 0 NOT NULL;

ALTER TABLE tables ADD COLUMN is_import BOOLEAN DEFAULT 0 NOT NULL;

ALTER TABLE tables ADD COLUMN due DOUBLE;

ALTER TABLE tables ADD COLUMN position TEXT DEFAULT '' NOT NULL;

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
    made_at DOUBLE NOT NULL, 
    CONSTRAINT accounts_key PRIMARY KEY (person)
);

CREATE UNIQUE INDEX accounts_by_name ON accounts (name_key);

CREATE TABLE sessions (
    digest TEXT NOT NULL, 
    person TEXT NOT NULL, 
    kind TEXT NOT NULL, 
    label TEXT NOT NULL, 
    made_at DOUBLE NOT NULL, 
    used_at DOUBLE NOT NULL, 
    CONSTRAINT sessions_key PRIMARY KEY (digest)
);

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
    made_at DOUBLE NOT NULL, 
    CONSTRAINT passkeys_key PRIMARY KEY (credential)
);

CREATE INDEX passkeys_by_person ON passkeys (person);

CREATE TABLE challenges (
    id TEXT NOT NULL, 
    purpose TEXT NOT NULL, 
    person TEXT NOT NULL, 
    challenge TEXT NOT NULL, 
    made_at DOUBLE NOT NULL, 
    CONSTRAINT challenges_key PRIMARY KEY (id)
);

CREATE TABLE bans (
    person TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT bans_key PRIMARY KEY (person)
);

CREATE TABLE mutes (
    person TEXT NOT NULL, 
    muted TEXT NOT NULL, 
    name TEXT NOT NULL, 
    CONSTRAINT mutes_key PRIMARY KEY (person, muted)
);

CREATE TABLE reports (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    reporter TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT reports_key PRIMARY KEY (table_id, seq, reporter)
);

CREATE TABLE ratings (
    person TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    mu DOUBLE NOT NULL, 
    sigma DOUBLE NOT NULL, 
    games INTEGER NOT NULL, 
    CONSTRAINT ratings_key PRIMARY KEY (person, players)
);

CREATE TABLE results (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    name TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    place INTEGER NOT NULL, 
    coins INTEGER NOT NULL, 
    is_rated BOOLEAN NOT NULL, 
    mu DOUBLE, 
    sigma DOUBLE, 
    at DOUBLE NOT NULL, 
    CONSTRAINT results_key PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_by_person ON results (person, at);

CREATE TABLE devices (
    endpoint TEXT NOT NULL, 
    person TEXT NOT NULL, 
    p256dh TEXT NOT NULL, 
    auth TEXT NOT NULL, 
    made_at DOUBLE NOT NULL, 
    CONSTRAINT devices_key PRIMARY KEY (endpoint)
);

CREATE INDEX devices_by_person ON devices (person);

CREATE TABLE notices (
    person TEXT NOT NULL, 
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    channel TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT notices_key PRIMARY KEY (person, table_id, seq, channel)
);

CREATE INDEX notices_by_table ON notices (table_id);

CREATE TABLE seat_links (
    digest TEXT NOT NULL, 
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    made_at DOUBLE NOT NULL, 
    CONSTRAINT seat_links_key PRIMARY KEY (digest)
);

CREATE TABLE settings (
    name TEXT NOT NULL, 
    value TEXT NOT NULL, 
    CONSTRAINT settings_key PRIMARY KEY (name)
);

UPDATE alembic_version SET version_num='0002' WHERE alembic_version.version_num = '0001';

-- Running upgrade 0002 -> 0003

ALTER TABLE tables ADD COLUMN summary TEXT DEFAULT '' NOT NULL;

UPDATE alembic_version SET version_num='0003' WHERE alembic_version.version_num = '0002';

-- Running upgrade 0003 -> 0004

CREATE TABLE checkpoints (
    table_id TEXT NOT NULL, 
    seq INTEGER NOT NULL, 
    version TEXT NOT NULL, 
    state TEXT NOT NULL, 
    CONSTRAINT checkpoints_key PRIMARY KEY (table_id, seq), 
    CONSTRAINT checkpoints_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID;

UPDATE alembic_version SET version_num='0004' WHERE alembic_version.version_num = '0003';

-- Running upgrade 0004 -> 0005

CREATE TABLE name_keys (
    "key" TEXT NOT NULL, 
    person TEXT NOT NULL, 
    CONSTRAINT name_keys_key PRIMARY KEY ("key")
);

CREATE INDEX name_keys_by_person ON name_keys (person);

UPDATE alembic_version SET version_num='0005' WHERE alembic_version.version_num = '0004';

-- Running upgrade 0005 -> 0006

ALTER TABLE accounts ADD COLUMN language TEXT DEFAULT '' NOT NULL;

UPDATE alembic_version SET version_num='0006' WHERE alembic_version.version_num = '0005';

