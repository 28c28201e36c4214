-- What every status may become, and by whose doing (docs/decisions/0001). domain/*/states.ts holds the same rows, and a test compares the two.
create table public.allowed_moves (
  subject text not null,
  from_status text not null,
  to_status text not null,
  causes text[] not null check (cardinality(causes) > 0 and causes <@ array['buyer', 'vendor', 'hub', 'manager', 'coordinator', 'chief',
    'content', 'clock', 'gateway', 'operator']),
  primary key (subject, from_status, to_status)
);
comment on table public.allowed_moves is 'Every other change of status is refused by trigger. from_status `new`: how a row may begin.';
comment on column public.allowed_moves.causes is 'Who may bring the move about.';
alter table public.allowed_moves enable row level security;

insert into public.allowed_moves (subject, from_status, to_status, causes)
select subject, from_status, unnest(string_to_array(to_statuses, ' ')), string_to_array(causes, ' ') from (values
  ('advert', 'new', 'active', 'content'),
  ('advert', 'active', 'deleted', 'content'),
  ('advert', 'deleted', 'active', 'content'),
  ('checkout', 'new', 'open', 'buyer'),
  ('checkout', 'open', 'cancelled', 'buyer'),
  ('checkout', 'open', 'expired', 'clock'),
  ('checkout', 'open', 'paid', 'gateway buyer'),
  ('claim', 'new', 'open', 'buyer'),
  ('claim', 'answered', 'withdrawn', 'buyer'),
  ('claim', 'answered', 'disputed upheld', 'vendor'),
  ('claim', 'appealed', 'rejected_final upheld_final', 'chief'),
  ('claim', 'disputed', 'withdrawn', 'buyer'),
  ('claim', 'disputed', 'rejected upheld', 'coordinator'),
  ('claim', 'disputed', 'proposed', 'manager'),
  ('claim', 'open', 'withdrawn', 'buyer'),
  ('claim', 'open', 'upheld', 'clock coordinator'),
  ('claim', 'open', 'rejected', 'coordinator'),
  ('claim', 'open', 'answered', 'vendor'),
  ('claim', 'proposed', 'withdrawn', 'buyer'),
  ('claim', 'proposed', 'rejected upheld', 'coordinator'),
  ('claim', 'rejected', 'appealed', 'buyer vendor'),
  ('claim', 'upheld', 'appealed', 'buyer vendor'),
  ('deal', 'new', 'active', 'content'),
  ('deal', 'active', 'deleted', 'content'),
  ('deal', 'deleted', 'active', 'content'),
  ('email_log', 'new', 'pending', 'buyer vendor hub manager coordinator chief content clock gateway operator'),
  ('email_log', 'failed', 'pending', 'chief operator'),
  ('email_log', 'failed', 'sent', 'clock operator'),
  ('email_log', 'pending', 'failed sent', 'clock operator'),
  ('group_buy', 'new', 'active draft', 'vendor'),
  ('group_buy', 'active', 'closed', 'clock'),
  ('group_buy', 'active', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'closed', 'active settling', 'clock'),
  ('group_buy', 'closed', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'confirmed', 'ready', 'vendor hub'),
  ('group_buy', 'confirmed', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'draft', 'active cancelled', 'vendor'),
  ('group_buy', 'ready', 'completed', 'clock'),
  ('group_buy', 'settling', 'failed', 'clock'),
  ('group_buy', 'settling', 'confirmed', 'clock vendor'),
  ('lot', 'new', 'open', 'buyer'),
  ('lot', 'appealed', 'final', 'chief'),
  ('lot', 'decided', 'appealed', 'buyer vendor'),
  ('lot', 'open', 'closed', 'clock'),
  ('lot', 'open', 'decided', 'coordinator'),
  ('order', 'new', 'pending', 'buyer'),
  ('order', 'collected', 'completed', 'clock'),
  ('order', 'collected', 'refunding', 'clock vendor coordinator chief'),
  ('order', 'confirmed', 'refunding', 'buyer vendor manager coordinator chief clock gateway hub'),
  ('order', 'confirmed', 'ready', 'vendor hub'),
  ('order', 'delivered', 'completed', 'clock'),
  ('order', 'delivered', 'refunding', 'clock vendor coordinator chief'),
  ('order', 'paid', 'refunding', 'buyer clock vendor manager coordinator chief gateway hub'),
  ('order', 'paid', 'confirmed', 'clock'),
  ('order', 'paid', 'ready', 'vendor'),
  ('order', 'pending', 'cancelled', 'buyer vendor manager coordinator chief'),
  ('order', 'pending', 'expired', 'clock'),
  ('order', 'pending', 'paid', 'gateway buyer'),
  ('order', 'ready', 'collected delivered', 'hub clock'),
  ('order', 'ready', 'refunding', 'vendor hub clock coordinator chief gateway'),
  ('order', 'refunding', 'refunded', 'gateway clock'),
  ('payment', 'new', 'initiated succeeded', 'buyer'),
  ('payment', 'abandoned', 'succeeded', 'gateway'),
  ('payment', 'failed', 'succeeded', 'gateway'),
  ('payment', 'initiated', 'abandoned failed pending succeeded', 'gateway'),
  ('payment', 'pending', 'abandoned failed succeeded', 'gateway'),
  ('payment', 'succeeded', 'reversed', 'gateway'),
  ('payout', 'new', 'requested', 'vendor clock'),
  ('payout', 'arrived', 'reversed', 'gateway'),
  ('payout', 'needs_attention', 'arrived failed', 'gateway'),
  ('payout', 'needs_attention', 'sent', 'gateway chief'),
  ('payout', 'requested', 'failed sent', 'gateway'),
  ('payout', 'sent', 'arrived failed needs_attention', 'gateway'),
  ('post', 'new', 'draft published scheduled', 'content'),
  ('post', 'draft', 'published scheduled', 'content'),
  ('post', 'published', 'draft', 'content'),
  ('post', 'scheduled', 'published', 'clock content'),
  ('post', 'scheduled', 'draft', 'content'),
  ('refund', 'new', 'requested', 'buyer clock vendor manager coordinator chief gateway hub'),
  ('refund', 'failed', 'sent', 'gateway'),
  ('refund', 'needs_attention', 'processed', 'gateway'),
  ('refund', 'needs_attention', 'sent', 'operator chief'),
  ('refund', 'requested', 'sent', 'gateway'),
  ('refund', 'sent', 'failed needs_attention processed', 'gateway'),
  ('vendor', 'new', 'pending', 'buyer vendor'),
  ('vendor', 'active', 'suspended', 'vendor manager coordinator chief operator'),
  ('vendor', 'pending', 'rejected', 'buyer vendor manager coordinator chief'),
  ('vendor', 'pending', 'active', 'manager coordinator chief'),
  ('vendor', 'rejected', 'pending', 'buyer vendor'),
  ('vendor', 'suspended', 'active', 'manager coordinator chief')
) as moves (subject, from_status, to_statuses, causes);

create table public.status_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  subject_id uuid not null,
  from_status text,
  to_status text not null,
  cause text not null,
  actor_id uuid,
  reason text,
  at timestamptz not null default clock_timestamp()
);
comment on table public.status_changes is 'Append-only history of every move.';
comment on column public.status_changes.from_status is 'Null for how the row began.';
comment on column public.status_changes.actor_id is 'Null when the clock or a payment event moved it.';
create index status_changes_subject on public.status_changes (subject_id, at);
-- An order counts for a shop once it is paid: what is only reserved is promised (docs/glossary.md). And an order that the vendor cancelled is not on
-- time: cancellations count against the 95%.
create index status_changes_cancelled_by_vendor on public.status_changes (subject_id)
  where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding');
alter table public.status_changes enable row level security;
