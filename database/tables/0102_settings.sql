-- Settings with effective dates, and the log of privileged acts.
create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  at timestamptz not null default now(),
  -- Every privileged write at the tables is in the log of acts, whoever wrote it and through whichever client: by trigger. What a command does
  -- is written down by the command, in its own words (server/record-act.ts); its transactions carry the claim `act`, and the trigger passes
  -- over them. What triggers do because of a write is not an act of its own.
  subject_name text,
  check (action ~ '^[a-z-]+\.[a-z-]+$' and char_length(action) <= 60)
);
comment on table public.audit_log is 'Every privileged act: who, what, before, after. Append-only; read by the chief and coordinators.';
comment on column public.audit_log.subject_name is 'The row''s name when it was written; null where it would be a person''s.';
create index audit_log_newest on public.audit_log (at desc);
create index audit_log_subject on public.audit_log (subject_type, subject_id);
create index audit_log_actor on public.audit_log (actor_id, at desc);
alter table public.audit_log enable row level security;

create table public.settings (
  key text not null check (key ~ '^[a-z][a-z0-9_]{2,60}$'),
  value jsonb not null,
  effective_from timestamptz not null default now(),
  note text not null default '' check (char_length(note) <= 300),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- A planned value can be withdrawn before it takes effect, and stays in the history. Rates are planned by a command, which tells everybody concerned.
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  notified_at timestamptz,
  primary key (key, effective_from)
);
comment on table public.settings is 'The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.';
comment on column public.settings.withdrawn_at is 'When a planned value was given up, before its day; it never applies.';
comment on column public.settings.notified_at is 'Of a rate: when the people it concerns were told, an hour after it was planned.';
create index settings_to_notify on public.settings (created_at) where notified_at is null and withdrawn_at is null;
alter table public.settings enable row level security;

insert into public.settings (key, value, effective_from, note, notified_at) values
  ('bulk_hold_minutes', '30', '-infinity', 'An unpaid checkout holds stock this long', null),
  ('market_opened_at', 'null', '-infinity', 'Opening day of the market; the first profile when null', null),
  ('unpaid_new_orders', '5', '-infinity', 'Unpaid orders of a new account', null),
  ('unpaid_new_naira', '500000', '-infinity', 'Naira that a new account may owe', null),
  ('unpaid_known_after', '3', '-infinity', 'Paid orders after which an account is no longer new', null),
  ('unpaid_known_orders', '15', '-infinity', 'Unpaid orders of an account with paid orders', null),
  ('unpaid_known_naira', '2000000', '-infinity', 'Naira that an account with paid orders may owe', null),
  ('unpaid_verified_orders', '40', '-infinity', 'Unpaid orders of a verified account', null),
  ('unpaid_verified_naira', '10000000', '-infinity', 'Naira that a verified account may owe', null),
  ('unpaid_share_percent', '25', '-infinity', 'Of a target, unpaid by one person, where the vendor set no maximum', null),
  ('unpaid_lapses', '2', '-infinity', 'Expired reservations after which a person pays to join', null),
  ('unpaid_lapse_days', '60', '-infinity', 'So long an expired reservation counts', null),
  ('pay_to_join_hold_minutes', '30', '-infinity', 'A place in a buy that is paid on joining is held this long', null),
  ('payout_least_naira', '1000', '-infinity', 'Least amount of a payout', null),
  ('payout_weekday', '5', '-infinity', 'Day of weekly payouts: 1 is Monday, 7 is Sunday', null),
  ('notice_retention_days', '90', '-infinity', 'Notices in the app go after so many days', null),
  ('vat_bps', '750', '-infinity', 'VAT 7.5%, contained in fees and in goods of the standard class', null),
  ('books_hour', '2', '-infinity', 'Hour in Lagos of the nightly check of the books', null),
  ('claim_appeal_days', '3', '-infinity', 'A decision on a claim may be appealed for so many business days', null),
  ('lot_claims_least', '3', '-infinity', 'So many buyers with a claim about one group buy open a lot incident, at least', null),
  ('lot_claims_percent', '20', '-infinity', 'And so many per cent of its buyers, whichever is more', null),
  ('resale_handling_bps', '1000', '-infinity', 'Handling of goods sold for a buyer who did not collect them, 10% of what they bring', null),
  ('unpaid_new_share_percent', '50', '-infinity', 'So much of a group buy may people without a paid order hold unpaid together', null),
  ('amount_limit_act_naira', '20000', '-infinity', 'An amount that staff type needs a second person above this', null),
  ('amount_limit_day_naira', '100000', '-infinity', 'What one member of staff may type alone in a day', null),
  ('buyer_fee_bps', '250', '-infinity', 'Buyer transaction fee 2.5%', now()),
  ('vendor_fee_bps', '500', '-infinity', 'Vendor platform fee 5%', now()),
  ('referral_bps', '50', '-infinity', 'Referral reward 0.5%', now()),
  ('late_leave_charge_bps', '1000', '-infinity', 'Charge for leaving after the free time, 10% of goods', now()),
  ('shop_overrides_naira_a_day', '100000', '-infinity', 'Goods that the owner and staff of one shop may hand over without codes in a day: N100,000', null),
  ('shortfall_correct_minutes', '15', '-infinity', 'A short delivery may be taken back for so many minutes before its refunds are sent', null),
  ('shortfall_alone_percent', '20', '-infinity', 'More than this part of a group buy entered as missing waits for an answer', null),
  ('shortfall_alone_naira', '50000', '-infinity', 'Goods worth more than this entered as missing wait for an answer', null),
  ('shortfall_answer_hours', '12', '-infinity', 'The shop answers a large short delivery within so many hours; its silence accepts it', null);

-- Nigerian public holidays: several are announced days before, so the chief keeps the list.
create table public.public_holidays (
  date date primary key,
  name text not null check (char_length(trim(name)) between 3 and 80),
  is_expected boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.public_holidays is 'Days without bank business in Nigeria. Business days are Monday to Friday without these.';
comment on column public.public_holidays.is_expected is 'Not yet announced: by the moon, or in place of a day at the weekend.';
alter table public.public_holidays enable row level security;

insert into public.public_holidays (date, name, is_expected) values
  ('2026-01-01', 'New Year', false), ('2026-03-20', 'Eid al-Fitr', true), ('2026-03-23', 'Eid al-Fitr, second day', true),
  ('2026-04-03', 'Good Friday', false), ('2026-04-06', 'Easter Monday', false), ('2026-05-01', 'Workers'' Day', false),
  ('2026-05-27', 'Eid al-Adha', true), ('2026-05-28', 'Eid al-Adha, second day', true), ('2026-06-12', 'Democracy Day', false),
  ('2026-08-26', 'Eid al-Mawlid', true), ('2026-10-01', 'Independence Day', false), ('2026-12-25', 'Christmas Day', false),
  ('2026-12-26', 'Boxing Day', false), ('2026-12-28', 'Boxing Day, work-free day', true),
  ('2027-01-01', 'New Year', false), ('2027-03-10', 'Eid al-Fitr', true), ('2027-03-11', 'Eid al-Fitr, second day', true),
  ('2027-03-26', 'Good Friday', false), ('2027-03-29', 'Easter Monday', false), ('2027-05-01', 'Workers'' Day', false), ('2027-05-03', 'Workers'' Day, work-free day', true),
  ('2027-05-17', 'Eid al-Adha', true), ('2027-05-18', 'Eid al-Adha, second day', true), ('2027-06-12', 'Democracy Day', false),
  ('2027-06-14', 'Democracy Day, work-free day', true),
  ('2027-08-16', 'Eid al-Mawlid', true), ('2027-10-01', 'Independence Day', false), ('2027-12-25', 'Christmas Day', false), ('2027-12-26', 'Boxing Day', false),
  ('2027-12-27', 'Christmas Day, work-free day', true), ('2027-12-28', 'Boxing Day, work-free day', true);

-- Rates and other settings have bounds that nobody presses past, and people are told of a rate an hour after it was planned, so that a slip is
-- withdrawn in silence. domain/settings/setting-bounds.ts holds the same rows.
create table public.setting_bounds (
  key text primary key,
  least numeric not null,
  most numeric not null check (most >= least),
  -- One chief could lift a limit, use it, and put it back within a minute.
  loosens text check (loosens in ('up', 'down'))
);
comment on table public.setting_bounds is 'What a setting may be, in its own unit: basis points, minutes, naira, days or a count.';
comment on column public.setting_bounds.loosens is 'Of a limit of what one person does alone: the way in which a change loosens it. Such a change takes effect a day after it was planned at the earliest.';
alter table public.setting_bounds enable row level security;

insert into public.setting_bounds (key, least, most, loosens) values
  ('amount_limit_act_naira', '1000', '1000000', 'up'),
  ('amount_limit_day_naira', '1000', '5000000', 'up'),
  ('books_hour', '0', '23', null),
  ('bulk_hold_minutes', '10', '1440', null),
  ('buyer_fee_bps', '0', '250', null),
  ('claim_appeal_days', '1', '20', null),
  ('late_leave_charge_bps', '0', '2000', null),
  ('lot_claims_least', '2', '1000', null),
  ('lot_claims_percent', '1', '100', null),
  ('notice_retention_days', '7', '3650', null),
  ('pay_to_join_hold_minutes', '10', '1440', null),
  ('payout_least_naira', '100', '1000000', null),
  ('payout_weekday', '1', '7', null),
  ('referral_bps', '0', '100', null),
  ('resale_handling_bps', '0', '2500', null),
  ('shop_overrides_naira_a_day', '0', '10000000', 'up'),
  ('shortfall_alone_naira', '0', '10000000', 'up'),
  ('shortfall_alone_percent', '0', '100', 'up'),
  ('shortfall_answer_hours', '1', '72', 'down'),
  ('shortfall_correct_minutes', '1', '1440', 'down'),
  ('unpaid_known_after', '0', '1000', null),
  ('unpaid_known_naira', '1000', '100000000', null),
  ('unpaid_known_orders', '1', '1000', null),
  ('unpaid_lapse_days', '1', '3650', null),
  ('unpaid_lapses', '1', '1000', null),
  ('unpaid_new_naira', '1000', '10000000', null),
  ('unpaid_new_orders', '1', '100', null),
  ('unpaid_new_share_percent', '10', '100', null),
  ('unpaid_share_percent', '1', '100', null),
  ('unpaid_verified_naira', '1000', '1000000000', null),
  ('unpaid_verified_orders', '1', '10000', null),
  ('vat_bps', '0', '1500', null),
  ('vendor_fee_bps', '0', '500', null);
