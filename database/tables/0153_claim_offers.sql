-- A vendor who is to answer a claim may offer a part of its money, or a replacement. The buyer accepts or declines it.
alter table public.claims drop constraint claims_status_check;
alter table public.claims add constraint claims_status_check check (status in
  ('open', 'answered', 'offered', 'disputed', 'proposed', 'upheld', 'rejected', 'withdrawn', 'appealed', 'upheld_final', 'rejected_final'));
alter table public.claims drop constraint decided_has_outcome;
alter table public.claims add constraint decided_has_outcome check (case when status in ('open', 'answered', 'offered', 'disputed', 'proposed', 'withdrawn') then outcome is null
  when status in ('rejected', 'rejected_final') then outcome = 'rejected'
  when status in ('upheld', 'upheld_final') then outcome in ('refund', 'replacement') and payer is not null else outcome is not null end);

alter table public.claims add column offered_outcome text check (offered_outcome in ('refund', 'replacement'));
alter table public.claims add column offered_kobo bigint not null default 0;
alter table public.claims add column offered_at timestamptz;
alter table public.claims add column offer_by timestamptz;
alter table public.claims add column offers integer not null default 0;
alter table public.claims add constraint offer_is_a_part
  check (offered_kobo >= 0 and offered_kobo < requested_kobo and (offered_kobo > 0) = (offered_outcome is not distinct from 'refund'));
alter table public.claims add constraint offered_has_offer check (status <> 'offered' or num_nonnulls(offered_outcome, offered_at, offer_by) = 3);
alter table public.claims add constraint few_offers check (offers between 0 and 3);
comment on column public.claims.offered_outcome is 'The vendor''s last offer; kept when it was accepted, declined or withdrawn.';
comment on column public.claims.offered_kobo is 'Goods that the offer gives back, without their part of the fee.';
comment on column public.claims.offer_by is 'Until then the buyer answers the offer; afterwards the claim is contested.';
create index claims_offered on public.claims (offer_by) where status = 'offered';

alter table public.claim_events drop constraint claim_events_kind_check;
alter table public.claim_events add constraint claim_events_kind_check check (kind in
  ('opened', 'accepted', 'offered', 'offer_withdrawn', 'offer_accepted', 'offer_declined', 'offer_lapsed', 'contested', 'unanswered', 'withdrawn', 'proposed', 'decided',
   'appealed', 'appeal_decided', 'carried_out', 'nothing_left', 'less_left'));

insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('claim', 'open', 'offered', '{vendor}'),
  ('claim', 'offered', 'open', '{vendor}'),
  ('claim', 'offered', 'upheld', '{buyer,coordinator}'),
  ('claim', 'offered', 'rejected', '{coordinator}'),
  ('claim', 'offered', 'disputed', '{buyer,clock}'),
  ('claim', 'offered', 'withdrawn', '{buyer}');
