create policy claims_of_their_sides on public.claims for select to authenticated using (id in (select rights.my_claim_ids()));
create policy second_step on public.claims as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.claims to service_role;
grant select (id, claim_no, order_id, hand_over_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, status, answer_by, propose_by, decide_by, appeal_by, proposed_outcome, proposed_kobo, proposed_payer, outcome, outcome_kobo, payer, decided_at, appealed_by, ended_at, created_at, updated_at, returned_goods_kobo, lot_id, replace_by, replaced_at, offered_outcome, offered_kobo, offered_at, offer_by, offers) on public.claims to authenticated;

create policy lines_with_claim on public.claim_lines for select to authenticated using (claim_id in (select rights.my_claim_ids()));
create policy second_step on public.claim_lines as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.claim_lines to authenticated, service_role;
grant insert on public.claim_lines to service_role;

create policy events_with_claim on public.claim_events for select to authenticated using (claim_id in (select rights.my_claim_ids()));
create policy second_step on public.claim_events as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert on public.claim_events to service_role;
grant select (id, claim_id, kind, part, text, created_at) on public.claim_events to authenticated;

create policy evidence_with_claim on public.claim_evidence for select to authenticated using (claim_id in (select rights.my_claim_ids()));
create policy second_step on public.claim_evidence as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.claim_evidence to authenticated, service_role;
grant insert on public.claim_evidence to service_role;

create policy lots_of_their_sides on public.lot_incidents for select to authenticated using (id in (select rights.my_lot_ids()));
create policy second_step on public.lot_incidents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.lot_incidents to service_role;
grant select (id, lot_no, group_buy_id, vendor_id, status, respond_by, decide_by, outcome, share_percent, payer, decided_at, appeal_by, appealed_by, created_at) on public.lot_incidents to authenticated;

create policy evidence_read on storage.objects for select to authenticated
  using (bucket_id = 'evidence' and not (select rights.owes_second_step())
    and ((storage.foldername(name))[1] = (select auth.uid())::text or name in (select rights.my_evidence_paths())));
create policy evidence_add on storage.objects for insert to authenticated
  with check (bucket_id = 'evidence' and (storage.foldername(name))[1] = (select auth.uid())::text and not (select rights.owes_second_step())
    and (exists (select from public.orders o where o.user_id = (select auth.uid()) and o.paid_at is not null) or (select rights.my_vendor_id()) is not null));
create policy evidence_remove on storage.objects for delete to authenticated
  using (bucket_id = 'evidence' and (storage.foldername(name))[1] = (select auth.uid())::text and not rights.is_evidence(name));

grant select on public.claimable_lines to authenticated, service_role;
grant select on public.own_case_claims to authenticated, service_role;
grant select on public.claim_worths to authenticated, service_role;
grant select on public.claim_proofs to authenticated, service_role;
grant select on public.lot_figures to authenticated, service_role;

grant usage on sequence public.claim_numbers to service_role;

grant usage on sequence public.lot_numbers to service_role;

grant execute on function public.business_deadline(timestamp with time zone, integer) to service_role;
grant execute on function rights.my_claim_ids() to authenticated, service_role;
grant execute on function public.may_judge_claim(uuid, uuid, text) to service_role;
grant execute on function rights.my_evidence_paths() to authenticated, service_role;
grant execute on function rights.is_evidence(text) to authenticated, service_role;
grant execute on function public.claim_worth_kobo(uuid) to service_role;
grant execute on function rights.claimable_worth(uuid) to authenticated, service_role;
grant execute on function rights.waits_at_hub(uuid) to authenticated, service_role;
grant execute on function rights.claim_worth_kobo(uuid) to authenticated, service_role;
grant execute on function public.lot_count(uuid) to service_role;
grant execute on function rights.my_lot_ids() to authenticated, service_role;
grant execute on function rights.has_part_in_lot(uuid) to authenticated, service_role;
grant execute on function rights.lot_sums(uuid) to authenticated, service_role;
grant execute on function rights.lot_opened_at(uuid) to authenticated, service_role;
grant execute on function public.has_part_in_claim(uuid, uuid) to service_role;
grant execute on function rights.is_own_claim(uuid) to authenticated, service_role;
grant execute on function public.may_judge_lot(uuid, uuid, text) to service_role;
grant execute on function public.claimable_worth(uuid) to service_role;
grant execute on function public.waits_at_hub(uuid) to service_role;
grant execute on function public.has_undecided_claim(uuid) to service_role;

-- Staff see which colleagues have a claim open.
create policy colleagues_at_claim on realtime.messages for select to authenticated using (extension = 'presence'
  and (select rights.has_role('manager', 'coordinator', 'chief')) and exists (select from public.claims c where c.id = realtime.topic_id('claim')));
create policy present_at_claim on realtime.messages for insert to authenticated with check (extension = 'presence'
  and (select rights.has_role('manager', 'coordinator', 'chief')) and exists (select from public.claims c where c.id = realtime.topic_id('claim')));
