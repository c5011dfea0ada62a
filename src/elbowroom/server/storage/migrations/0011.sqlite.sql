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

-- Running upgrade 0006 -> 0007

CREATE TABLE admins (
    person TEXT NOT NULL, 
    made_at DOUBLE NOT NULL, 
    CONSTRAINT admins_key PRIMARY KEY (person)
);

CREATE TABLE admin_acts (
    id TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
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

CREATE INDEX admin_acts_by_time ON admin_acts (at);

CREATE TABLE address_bans (
    network TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT address_bans_key PRIMARY KEY (network)
);

CREATE TABLE guest_revocations (
    person TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT guest_revocations_key PRIMARY KEY (person)
);

ALTER TABLE reports ADD COLUMN handled_at DOUBLE;

UPDATE alembic_version SET version_num='0007' WHERE alembic_version.version_num = '0006';

-- Running upgrade 0007 -> 0008

DROP INDEX tables_by_status;

DROP INDEX tables_by_change;

ALTER TABLE tables ADD COLUMN indexed_at DOUBLE DEFAULT '0' NOT NULL;

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
    published_at DOUBLE NOT NULL, 
    changed_at DOUBLE NOT NULL, 
    games INTEGER NOT NULL, 
    likes INTEGER NOT NULL, 
    votes INTEGER NOT NULL, 
    rank DOUBLE NOT NULL, 
    CONSTRAINT creations_key PRIMARY KEY (id)
);

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
    at DOUBLE NOT NULL, 
    CONSTRAINT creation_versions_key PRIMARY KEY (digest)
);

CREATE UNIQUE INDEX creation_versions_by_creation ON creation_versions (creation, number);

CREATE TABLE creation_plays (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    creation TEXT NOT NULL, 
    digest TEXT NOT NULL, 
    person TEXT NOT NULL, 
    place INTEGER NOT NULL, 
    players INTEGER NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT creation_plays_key PRIMARY KEY (table_id, seat, creation)
);

CREATE INDEX creation_plays_by_creation ON creation_plays (creation, person);

CREATE INDEX creation_plays_by_person ON creation_plays (person);

CREATE TABLE creation_votes (
    creation TEXT NOT NULL, 
    person TEXT NOT NULL, 
    is_liked BOOLEAN NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT creation_votes_key PRIMARY KEY (creation, person)
);

CREATE INDEX creation_votes_by_person ON creation_votes (person);

CREATE TABLE comments (
    id TEXT NOT NULL, 
    creation TEXT NOT NULL, 
    author TEXT NOT NULL, 
    text TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    removed_at DOUBLE, 
    removed_why TEXT DEFAULT '' NOT NULL, 
    CONSTRAINT comments_key PRIMARY KEY (id)
);

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
    queued_at DOUBLE NOT NULL, 
    done_at DOUBLE, 
    worker TEXT NOT NULL, 
    leased_until DOUBLE NOT NULL, 
    CONSTRAINT balance_tests_key PRIMARY KEY (digest)
);

CREATE INDEX balance_tests_by_status ON balance_tests (status, queued_at);

CREATE INDEX balance_tests_by_author ON balance_tests (author);

CREATE TABLE balance_test_games (
    digest TEXT NOT NULL, 
    batch INTEGER NOT NULL, 
    results TEXT NOT NULL, 
    CONSTRAINT balance_test_games_key PRIMARY KEY (digest, batch)
);

CREATE TABLE counted_games (
    table_id TEXT NOT NULL, 
    CONSTRAINT counted_games_key PRIMARY KEY (table_id)
);

CREATE TABLE combo_picks (
    table_id TEXT NOT NULL, 
    number INTEGER NOT NULL, 
    person TEXT NOT NULL, 
    race TEXT NOT NULL, 
    power TEXT NOT NULL, 
    players INTEGER NOT NULL, 
    at DOUBLE NOT NULL, 
    pick TEXT NOT NULL, 
    CONSTRAINT combo_picks_key PRIMARY KEY (table_id, number)
);

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
    at DOUBLE NOT NULL, 
    changed_at DOUBLE NOT NULL, 
    useful INTEGER NOT NULL, 
    votes INTEGER NOT NULL, 
    rank DOUBLE NOT NULL, 
    removed_at DOUBLE, 
    removed_why TEXT DEFAULT '' NOT NULL, 
    CONSTRAINT tips_key PRIMARY KEY (id)
);

CREATE UNIQUE INDEX tips_by_author ON tips (author, race, power, players);

CREATE INDEX tips_by_combo ON tips (race, power, players, rank);

CREATE TABLE tip_votes (
    tip TEXT NOT NULL, 
    person TEXT NOT NULL, 
    is_useful BOOLEAN NOT NULL, 
    at DOUBLE NOT NULL, 
    CONSTRAINT tip_votes_key PRIMARY KEY (tip, person)
);

CREATE INDEX tip_votes_by_person ON tip_votes (person);

CREATE TABLE complaints (
    kind TEXT NOT NULL, 
    subject TEXT NOT NULL, 
    reporter TEXT NOT NULL, 
    reason TEXT NOT NULL, 
    at DOUBLE NOT NULL, 
    handled_at DOUBLE, 
    CONSTRAINT complaints_key PRIMARY KEY (kind, subject, reporter)
);

CREATE INDEX complaints_by_reporter ON complaints (reporter);

UPDATE alembic_version SET version_num='0009' WHERE alembic_version.version_num = '0008';

-- Running upgrade 0009 -> 0010

ALTER TABLE balance_tests ADD COLUMN program TEXT DEFAULT '' NOT NULL;

UPDATE alembic_version SET version_num='0010' WHERE alembic_version.version_num = '0009';

-- Running upgrade 0010 -> 0011

ALTER TABLE creation_versions ADD COLUMN held TEXT;

ALTER TABLE creation_versions ADD COLUMN refused_why TEXT DEFAULT '' NOT NULL;

UPDATE alembic_version SET version_num='0011' WHERE alembic_version.version_num = '0010';

