-- What the database remembers of the site it belongs to, so that a start with other keys, other files or public passwords is refused,
-- where people would otherwise meet 401 and 404. Fingerprints only: no key can be told from its mark.
create schema site;

comment on schema site is 'Which keys and files belong to this database.';

grant usage on schema site to service_role;

create table site.identity (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  value text not null check (char_length(value) between 1 and 200),
  noted_at timestamptz not null default now()
);
comment on table site.identity is 'Read and written by the owner alone: on a start, by the demo''s seed and by npm run adopt.';
alter table site.identity enable row level security;
