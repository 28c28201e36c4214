-- Goods whose unit weighs differently each time (fish, meat, yam): charged as if each unit weighed the most that the vendor
-- states, and settled on the weight that is found (semantics.md 2, Catch-weight). Both null: a unit is a unit.
alter table public.products add column least_kg_per_unit numeric(9,3), add column most_kg_per_unit numeric(9,3),
  add constraint weights_are_a_range check (num_nonnulls(least_kg_per_unit, most_kg_per_unit) = 0 or num_nonnulls(least_kg_per_unit, most_kg_per_unit) = 2
    and least_kg_per_unit >= 0.01 and most_kg_per_unit <= 1000 and least_kg_per_unit < most_kg_per_unit and most_kg_per_unit <= 3 * least_kg_per_unit
    and lower(trim(unit)) <> 'kg');
alter table public.group_buys add column least_kg_per_unit numeric(9,3), add column most_kg_per_unit numeric(9,3),
  add constraint weights_are_a_range check (num_nonnulls(least_kg_per_unit, most_kg_per_unit) in (0, 2));
alter table public.order_lines add column least_kg_per_unit numeric(9,3), add column most_kg_per_unit numeric(9,3),
  add constraint weights_are_a_range check (num_nonnulls(least_kg_per_unit, most_kg_per_unit) in (0, 2));
comment on column public.products.most_kg_per_unit is 'Sold by final weight: the price is for a unit of this weight, and a lighter one costs less in proportion.';
comment on column public.products.least_kg_per_unit is 'A lighter unit needs the answer of the shop or a manager.';
comment on column public.group_buys.most_kg_per_unit is 'A copy on publishing, as for kg_per_unit.';
comment on column public.order_lines.most_kg_per_unit is 'As it was at acceptance.';

-- A weight that gives money back is a short delivery of one line that takes no units from it.
alter table public.shortfalls drop constraint shortfalls_kind_check, drop constraint shortfalls_missing_thousandths_check,
  add constraint shortfalls_kind_check check (kind in ('short', 'damaged', 'weight')),
  add constraint a_weight_takes_no_units check (case when kind = 'weight' then missing_thousandths = 0 and line_id is not null else missing_thousandths > 0 end);

create table public.line_weights (
  id uuid primary key default gen_random_uuid(),
  line_id uuid not null references public.order_lines (id) on delete no action,
  number integer not null check (number > 0),
  units integer not null check (units > 0),
  grams integer not null check (grams > 0),
  cut_kobo bigint not null check (cut_kobo >= 0),
  shortfall_id uuid unique references public.shortfalls (id) on delete no action,
  photo text not null check (char_length(photo) <= 300 and photo like entered_by || '/%'),
  entered_by uuid not null references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  constraint a_weight_is_entered_once unique (line_id, number)
);
comment on table public.line_weights is 'Final weights of lines whose goods are sold by weight, each with a photograph of the scale. The last one that counts is in live_weights.';
comment on column public.line_weights.units is 'Units that were weighed together: all that the line still had coming.';
comment on column public.line_weights.cut_kobo is 'By how much these units cost less than at the most weight.';
comment on column public.line_weights.shortfall_id is 'The short delivery that gives the money back; null: there is none to give.';
create index line_weights_by_photo on public.line_weights (photo);
alter table public.line_weights enable row level security;

alter table public.offline_hand_overs drop constraint offline_hand_overs_conflict_check, add constraint offline_hand_overs_conflict_check
  check (conflict in ('done-already', 'ended', 'not-left', 'not-weighed', 'no-right', 'wrong-code', 'code-changed', 'too-old', 'clock'));
