-- What vendors sell. PostgreSQL keeps days that no calendar has (infinity, the year 5874897, BC): one in a list would take the page from everybody.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  name text not null check (char_length(trim(name)) between 2 and 120),
  description text not null default '' check (char_length(description) <= 4000),
  category text not null check (category in ('vegetables', 'fruits', 'grains', 'meat', 'seafood', 'oil')),
  base_price numeric(14,2) not null check (base_price > 0 and base_price <= 100000000),
  unit text not null check (char_length(trim(unit)) between 1 and 40),
  min_quantity integer not null default 1 check (min_quantity >= 1),
  max_quantity integer check (max_quantity >= min_quantity),
  available_quantity integer not null default 0 check (available_quantity between 0 and 1000000),
  image_url text,
  vendor_location text not null,
  share_date date constraint share_date_is_within_reach check (share_date between '2000-01-01' and '2100-01-01'),
  stockpile_allowed boolean not null default false
    check (not stockpile_allowed or category in ('grains', 'oil')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Goods may be left with us when the vendor offers it and an operator has confirmed it (semantics, section 6).
  stockpile_confirmed_by uuid references public.profiles (id) on delete no action,
  stockpile_confirmed_at timestamptz,
  can_be_stockpiled boolean not null generated always as (stockpile_allowed and stockpile_confirmed_at is not null) stored,
  -- VAT: prices contain it. A product has a class, a line of an order keeps the class and the rate that it was sold under.
  vat_class text not null default 'zero' check (vat_class in ('zero', 'exempt', 'standard')),
  kg_per_unit numeric(9,3) check (kg_per_unit between 0.01 and 5000),
  -- Photographs of products. The first one is the card's: products.image_url is kept in step here, and is the drawn picture where there is no photograph.
  drawn_url text
  constraint drawn_picture_is_on_this_site check (public.is_own_path(drawn_url) and drawn_url <> '/'),
  constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/')
);
comment on column public.products.base_price is 'Naira per unit, before any tier.';
comment on column public.products.available_quantity is 'Units that can be bought in bulk now; publishing a group buy sets its target aside from here.';
comment on column public.products.share_date is 'Sharing day in Lagos. Payment is due two days before.';
comment on column public.products.stockpile_allowed is 'Whether the vendor offers it.';
comment on column public.products.can_be_stockpiled is 'The vendor offers it, and an operator has confirmed it.';
comment on column public.products.vat_class is 'zero: basic food, 0%. exempt: outside VAT. standard: the price contains VAT at the rate in force.';
comment on column public.products.kg_per_unit is 'The vendor''s own statement; null: as the measures say.';
comment on column public.products.drawn_url is 'The picture that the vendor chose for as long as there is no photograph.';
comment on column public.products.image_url is 'The card''s picture: the first photograph, or else the drawn one. Whoever writes it chooses the drawn one.';
create index products_newest on public.products (created_at desc) where archived_at is null;
create index products_price on public.products (base_price, id) where archived_at is null;
create index products_name on public.products (name, id) where archived_at is null;
create index products_category on public.products (category, created_at desc) where archived_at is null;
create index products_location on public.products (vendor_location) where archived_at is null;
create index products_share_date on public.products (share_date) where archived_at is null;
create index products_vendor on public.products (vendor_id, created_at desc);
create index products_search on public.products using gin ((name || ' ' || description) public.gin_trgm_ops);
-- Browse Deals tells how many products there are, whatever is filtered by. That is counted in this index; the table itself is twenty times as large.
create index products_on_sale on public.products (vendor_id, category, share_date, vendor_location) where archived_at is null;
create index products_name_parts on public.products using gin (search.plain(name) public.gin_trgm_ops);
alter table public.products enable row level security;

-- Market measures in kilograms: stated as approximate, kept by the chief. `food`: nothing (any), a category, or a word of a product's name.
create table public.measures (
  unit text not null check (unit = lower(trim(unit)) and char_length(unit) between 1 and 40),
  food text not null default '' check (food ~ '^[a-z]{0,30}$'),
  kg_per_unit numeric(9,3) not null check (kg_per_unit > 0),
  -- What a vendor may state for a unit of theirs.
  least_kg numeric(9,3) not null check (least_kg > 0),
  most_kg numeric(9,3) not null check (most_kg <= 5000),
  -- Weights of this food are also told in this unit.
  is_equivalent boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (unit, food),
  constraint within_its_bounds check (kg_per_unit between least_kg and most_kg)
);
comment on table public.measures is 'About how much a unit weighs, by kind of food. Written by the chief''s commands.';
alter table public.measures enable row level security;

insert into public.measures (unit, food, kg_per_unit, least_kg, most_kg, is_equivalent) values
  ('kg', '', 1, 1, 1, false), ('litre', '', 1, 0.7, 1.5, false), ('litre', 'oil', 0.92, 0.85, 1, true),
  ('bag', '', 50, 2, 120, false), ('half bag', '', 25, 1, 60, false), ('bag', 'garri', 50, 5, 120, false),
  ('derica', '', 0.85, 0.4, 1.3, false), ('derica', 'grains', 0.85, 0.5, 1.3, true), ('derica', 'rice', 0.9, 0.7, 1.1, true), ('derica', 'beans', 0.85, 0.7, 1.1, true),
  ('derica', 'garri', 0.65, 0.4, 0.9, true), ('derica', 'egusi', 0.5, 0.3, 0.7, true),
  ('mudu', '', 1.4, 0.8, 2, false), ('mudu', 'rice', 1.5, 1.2, 1.8, false), ('mudu', 'beans', 1.4, 1.1, 1.8, false), ('mudu', 'garri', 1.1, 0.8, 1.5, false),
  ('congo', '', 1.5, 0.8, 2, false), ('congo', 'rice', 1.5, 1.2, 1.9, false), ('congo', 'beans', 1.5, 1.2, 1.9, false), ('congo', 'garri', 1.2, 0.8, 1.6, false),
  ('paint', '', 3.5, 1.5, 5, false), ('paint', 'rice', 4, 3.2, 4.6, false), ('paint', 'beans', 3.8, 3, 4.5, false), ('paint', 'garri', 2.8, 2, 3.5, false),
  ('paint bucket', '', 3.5, 1.5, 5, false), ('cup', '', 0.2, 0.1, 0.35, false),
  ('basket', '', 25, 3, 70, false), ('basket', 'tomatoes', 45, 15, 65, false), ('basket', 'pepper', 30, 10, 50, false), ('half basket', '', 12, 1.5, 35, false),
  ('keg', '', 23, 4, 50, false), ('keg', 'oil', 23, 4, 25, false), ('bottle', '', 0.7, 0.2, 1.5, false);

-- What people ask about a product, in public: the shop's vendor answers once, and may mend the answer for a day. What is reported is looked at by
-- the content desk, which may hide it with a reason.
create table public.product_questions (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  asker_id uuid not null references public.profiles (id) on delete no action,
  asker_name text not null check (char_length(trim(asker_name)) between 1 and 60),
  question text not null check (char_length(trim(question)) between 8 and 300),
  asked_at timestamptz not null default clock_timestamp(),
  answer text check (char_length(trim(answer)) between 1 and 1000),
  answered_at timestamptz,
  answer_changed_at timestamptz,
  reported_at timestamptz,
  reported_by uuid references public.profiles (id) on delete no action,
  report_reason text check (char_length(report_reason) between 5 and 500),
  judged_at timestamptz,
  judged_by uuid references public.profiles (id) on delete no action,
  judge_reason text check (char_length(judge_reason) between 5 and 500),
  hidden_at timestamptz,
  constraint answered_once check ((answer is null) = (answered_at is null)),
  constraint answered_before_changed check (answer_changed_at is null or answered_at is not null),
  constraint reported_with_reason check (num_nonnulls(reported_at, report_reason) in (0, 2)),
  constraint judged_with_reason check (num_nonnulls(judged_at, judge_reason) in (0, 2)),
  constraint hidden_by_judgement check (hidden_at is null or judged_at is not null)
);
comment on table public.product_questions is 'Questions about a product, shown on its page and on those of its group buys.';
comment on column public.product_questions.vendor_id is 'Whose product it is: set by guard_question.';
comment on column public.product_questions.asker_name is 'First name of whoever asked, as it was then.';
comment on column public.product_questions.hidden_at is 'Nobody but the shop and the content desk sees it.';
create index product_questions_shown on public.product_questions (product_id, answered_at desc nulls last, asked_at desc) where hidden_at is null;
create index product_questions_vendor on public.product_questions (vendor_id, asked_at desc);
create index product_questions_open on public.product_questions (vendor_id) where answer is null and hidden_at is null;
create index product_questions_asker on public.product_questions (asker_id, asked_at desc);
create index product_questions_reported on public.product_questions (reported_at) where reported_at is not null and judged_at is null;
alter table public.product_questions enable row level security;

create table public.product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  bucket text not null default 'pictures' check (bucket = 'pictures'),
  path text not null check (path ~ '^[0-9a-f-]{36}/[0-9A-Za-z._-]{1,200}$'),
  url text not null check (public.is_own_path(url)),
  position integer not null,
  created_at timestamptz not null default now(),
  unique (product_id, path),
  -- Whoever deletes the file takes the picture away everywhere.
  foreign key (bucket, path) references storage.objects (bucket_id, name) on delete cascade
);
comment on table public.product_pictures is 'A product''s photographs, at most six; the lowest position is the card''s.';
comment on column public.product_pictures.path is 'Name in the bucket, in the vendor''s own folder.';
comment on column public.product_pictures.url is 'Where it is read, with its average colour after the #; made here.';
comment on column public.product_pictures.position is 'Any number, in the order shown; equal ones by their age.';
create index product_pictures_files on public.product_pictures (bucket, path);
alter table public.product_pictures enable row level security;
