-- A vendor's own facts about the shop: when it is open, on which days it is closed, and until when it takes no new orders.
create function public.are_closed_days(days jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(bool_and(jsonb_typeof(d) = 'object' and d ->> 'from' ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and d ->> 'until' ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
    and d ->> 'from' <= d ->> 'until' and char_length(d ->> 'reason') <= 80), true)
  from jsonb_array_elements(case when jsonb_typeof(days) = 'array' then days else '[null]' end) as d
$$;

alter table public.vendors
  add column opening_hours jsonb not null default '[]',
  add column closed_days jsonb not null default '[]',
  add column paused_until timestamptz,
  add column pause_note text not null default '' check (char_length(pause_note) <= 200),
  add column holiday_note text not null default '' check (char_length(holiday_note) <= 300),
  add constraint shop_hours_can_be_read check (jsonb_typeof(opening_hours) = 'array' and jsonb_array_length(opening_hours) <= 14 and public.are_opening_hours(opening_hours)),
  add constraint closed_days_can_be_read check (jsonb_typeof(closed_days) = 'array' and jsonb_array_length(closed_days) <= 30 and public.are_closed_days(closed_days)),
  add constraint shop_pause_is_within_reach check (paused_until between '2000-01-01' and '2100-01-01'),
  add constraint pause_note_of_a_pause check (pause_note = '' or paused_until is not null);
comment on column public.vendors.opening_hours is 'In Lagos, as of pickup_points: {"day": 1 (Monday) to 7, "opens": "08:00", "closes": "13:00"}, at most two a day.';
comment on column public.vendors.closed_days is 'Days on which the shop is closed: {"from": "2026-12-24", "until": "2026-12-26", "reason": "Christmas"}.';
comment on column public.vendors.paused_until is 'No new orders and no new group buys before this time; a job empties it then. Running group buys go on.';
comment on column public.vendors.holiday_note is 'What buyers should know about holidays; shown on the shop''s page.';
create index vendors_paused on public.vendors (paused_until) where paused_until is not null;
