-- People: one profile per login, who brought whom, and which states a manager looks after.
create table public.nigerian_states (
  name text primary key
);
comment on table public.nigerian_states is 'The 36 states and the Federal Capital Territory: the unit in which managers are assigned.';
alter table public.nigerian_states enable row level security;

insert into public.nigerian_states (name)
select unnest(array['Abia','Adamawa','Akwa Ibom','Anambra','Bauchi','Bayelsa','Benue','Borno','Cross River','Delta','Ebonyi','Edo','Ekiti','Enugu',
  'FCT','Gombe','Imo','Jigawa','Kaduna','Kano','Katsina','Kebbi','Kogi','Kwara','Lagos','Nasarawa','Niger','Ogun','Ondo','Osun','Oyo','Plateau',
  'Rivers','Sokoto','Taraba','Yobe','Zamfara']);

create function search.plain(said text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(translate(regexp_replace(normalize(said, NFKD),
      '[\u0300-\u036f\u02bc\u2018\u2019''`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'), 'ƁɓƊɗƘƙƳƴŊŋƏǝ', 'bbddkkyynnee')),
    '[^a-z0-9]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'))
$$;
comment on function search.plain(text) is 'Small letters a to z and digits with single spaces between: "Ẹ̀fọ́ 50kg" is "efo 50 kg". Other scripts, emoji and invisible marks are nothing.';

create table public.profiles (
  id uuid primary key,
  role text not null default 'customer'
    check (role in ('customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator', 'supervisor')),
  full_name text not null default '' check (char_length(full_name) <= 120 and full_name !~ '[\x01-\x1f]'),
  points_balance numeric(14,2) not null default 0 check (points_balance >= 0),
  referral_code text unique check (referral_code ~ '^[A-Z0-9]{6,12}$'),
  hidden_from_boards boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint vendors_are_no_affiliates check (role <> 'vendor' or referral_code is null)
);
comment on table public.profiles is 'One row per person. No foreign key to auth.users: a profile outlives a deleted login, pseudonymised, because orders and the ledger name it.';
comment on column public.profiles.points_balance is 'PEPS (1 PEP = 1 naira): a checked copy of the ledger account, written by the ledger alone.';
comment on column public.profiles.referral_code is 'Null for vendors: they cannot enrol as affiliates.';
create index profiles_created_at on public.profiles (created_at desc);
create index profiles_points_balance on public.profiles (points_balance desc);
create index profiles_role on public.profiles (role);
create index profiles_name_parts on public.profiles using gin (search.plain(full_name) public.gin_trgm_ops);
alter table public.profiles enable row level security;
alter table public.settings add foreign key (created_by) references public.profiles (id) on delete no action;
alter table public.settings add foreign key (withdrawn_by) references public.profiles (id) on delete no action;

create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references public.profiles (id) on delete no action,
  referred_id uuid not null unique references public.profiles (id) on delete no action,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (referrer_id <> referred_id)
);
comment on column public.referrals.settled_at is 'When the referred person''s first order settled: from then on the referral is successful.';
create index referrals_referrer on public.referrals (referrer_id, settled_at);
alter table public.referrals enable row level security;

create table public.manager_regions (
  manager_id uuid not null references public.profiles (id) on delete cascade,
  state text not null references public.nigerian_states (name) on delete no action,
  assigned_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default now(),
  primary key (manager_id, state)
);
comment on table public.manager_regions is 'The states whose vendors a manager approves, suspends and watches. Assigned by coordinators.';
alter table public.manager_regions enable row level security;

-- Who is in a group buy, by first name: only those who said so for this buy, only while they are in it. Nobody is shown by default.
create table public.shown_names (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  shown_at timestamptz not null default now(),
  constraint shown_once unique (group_buy_id, user_id)
);
comment on table public.shown_names is 'Consent of one person for one buy: theirs alone to see, to give and to take back. What others read is buy_names.';
-- The first few of a buy are read in this order, however many there are.
create index shown_names_in_order on public.shown_names (group_buy_id, shown_at, id);
alter table public.shown_names enable row level security;

-- Nobody trades or signs up under the market's own name. Names are compared by how they look: accents, capitals, spaces, letters of other
-- alphabets and digits that pass for letters make no difference (domain/accounts/reserved-names.ts applies the same rule and gives the reason).
create function public.name_skeleton(name text) returns text language sql immutable parallel safe set search_path = '' as $$
  select replace(regexp_replace(regexp_replace(lower(translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
    'АаΑαɑОоΟοøØօՕЈјͿϳȷʝɉյЕеΕεСсІіӀӏΙιıɩɪЅѕРрΡρҮүУуΥХхΧχԚԛԜԝҺһКкΚκТтΤτВвМмΜНнΝԀԁυνłŁđĐ0134578@$|!€ƒ',
    'AaAaaOoOooOoOJjJjjjjjEeEeCcIiIiIiiiiSsPpPpYyYyYXxXxQqWwHhKkKkTtTtBbMmMHhNDduvlLdDoieastbasiief'
  )), '([a-z])\1+', '\1', 'g'), '[^a-z]+', '', 'g'), 'l', 'i')
$$;
comment on function public.name_skeleton(text) is 'How a name looks, in small letters without spaces: two names with one skeleton pass for each other.';

create table public.reserved_names (
  skeleton text primary key check (skeleton = public.name_skeleton(skeleton) and char_length(skeleton) >= 4)
);
comment on table public.reserved_names is 'No shop and no person has a name that contains one of these. An operator with another brand adds its skeleton.';
alter table public.reserved_names enable row level security;

insert into public.reserved_names (skeleton) values (public.name_skeleton('Ajoja')), (public.name_skeleton('official'));
