-- Who reads a claim, and where its evidence lies.
alter table public.claims enable row level security;
create policy claims_of_their_sides on public.claims for select to authenticated using (id in (select rights.my_claim_ids()));
alter table public.claim_lines enable row level security;
create policy lines_with_claim on public.claim_lines for select to authenticated using (claim_id in (select rights.my_claim_ids()));
alter table public.claim_events enable row level security;
create policy events_with_claim on public.claim_events for select to authenticated using (claim_id in (select rights.my_claim_ids()));
alter table public.claim_evidence enable row level security;
create policy evidence_with_claim on public.claim_evidence for select to authenticated using (claim_id in (select rights.my_claim_ids()));
create policy second_step on public.claims as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.claim_lines as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.claim_events as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.claim_evidence as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, claim_no, order_id, hand_over_id, buyer_id, vendor_id, reason, wish, asked_kobo, status, answer_by, propose_by, decide_by, appeal_by,
  proposed_outcome, proposed_kobo, proposed_payer, outcome, outcome_kobo, payer, decided_at, appealed_by, ended_at, created_at, updated_at)
  on public.claims to authenticated;
grant select on public.claim_lines to authenticated;
grant select (id, claim_id, kind, part, text, created_at) on public.claim_events to authenticated;
grant select on public.claim_evidence to authenticated;
grant select, insert, update on public.claims to service_role;
grant select, insert on public.claim_lines, public.claim_events, public.claim_evidence to service_role;
grant usage on sequence public.claim_numbers to service_role;
create trigger log_act after insert or update or delete on public.claims for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim', 'id', '');
create trigger log_act after insert or update or delete on public.claim_lines for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-line', 'claim_id', '');
create trigger log_act after insert or update or delete on public.claim_events for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-event', 'claim_id', 'text');
create trigger log_act after insert or update or delete on public.claim_evidence for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-evidence', 'claim_id', 'path');

-- In which claims the reader has a part, and so no say. With the owner's rights; the conditions admit the reader's own alone.
create view public.own_case_claims as
select c.id from public.claims c where c.id in (select rights.my_claim_ids()) and public.has_part_in_claim(c.id, (select auth.uid()));
grant select on public.own_case_claims to authenticated, service_role;

-- Pictures and short films, checked by content. One's own until a claim has them; then they are its sides' to see and nobody's to change.
insert into storage.buckets (id, public, file_size_limit, allowed_mime_types)
values ('evidence', false, 8388608, '{image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm}');
create function rights.my_evidence_paths() returns setof text language sql stable security definer set search_path = '' as
$$ select path from public.claim_evidence where claim_id in (select rights.my_claim_ids()) $$;
create function rights.is_evidence(name text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.claim_evidence where path = name) $$;
grant execute on function rights.my_evidence_paths(), rights.is_evidence(text) to authenticated, service_role;
create policy evidence_read on storage.objects for select to authenticated
  using (bucket_id = 'evidence' and not (select rights.owes_second_step())
    and ((storage.foldername(name))[1] = (select auth.uid())::text or name in (select rights.my_evidence_paths())));
create policy evidence_add on storage.objects for insert to authenticated
  with check (bucket_id = 'evidence' and (storage.foldername(name))[1] = (select auth.uid())::text and not (select rights.owes_second_step())
    and (exists (select from public.orders o where o.user_id = (select auth.uid()) and o.paid_at is not null) or (select rights.my_vendor_id()) is not null));
create policy evidence_remove on storage.objects for delete to authenticated
  using (bucket_id = 'evidence' and (storage.foldername(name))[1] = (select auth.uid())::text and not rights.is_evidence(name));

-- How long a decision may be appealed, in business days.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('claim_appeal_days', '3', '-infinity', 'A decision on a claim may be appealed for so many business days');
alter table public.settings enable trigger user;
create function public.guard_appeal_days() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 1 and 20 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'A decision may be appealed for 1 to 20 whole business days' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_appeal_days() from public;
create trigger guard_appeal_days before insert on public.settings for each row when (new.key = 'claim_appeal_days')
  execute function public.guard_appeal_days();

-- Added to what waits already, whatever that is by now.
do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'claim', status, 'shop', count(*)::integer from public.claims where vendor_id = (select rights.my_vendor_id()) and status = 'open' group by status
    union all
    select 'claim', status, 'overseer', count(*)::integer from public.claims
      where vendor_id in (select rights.overseen_vendor_ids()) and status in ('disputed', 'proposed') group by status
    union all
    select 'claim', status, 'chief', count(*)::integer from public.claims where (select rights.has_role('chief')) and status = 'appealed' group by status
    $view$);
end $$;
comment on view public.waiting is 'waiter: as what it waits for the reader: buyer, shop (its vendor), overseer (of its state), region (who reads it; a chief acts), chief.';
