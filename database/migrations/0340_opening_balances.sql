-- What stood before there was a ledger is booked into it: PEPS that people had, and orders of a demo market that were paid but not handed over.
-- A market in production had neither, because nobody could pay.
do $$
declare
  paid record;
  had record;
  payment uuid;
  missing bigint;
begin
  create temporary table peps_before on commit drop as select id, (points_balance * 100)::bigint as kobo from public.profiles where points_balance > 0;
  perform public.caused_by('buyer');
  for paid in
    select o.id, o.user_id, o.paid_at, o.returned_kobo, o.fee_kobo + o.delivery_fee_kobo + o.returned_kobo
      + (coalesce(case when o.settled_at is null then o.ceiling_unit_price * o.quantity end, o.total_amount) * 100)::bigint as charged
    from public.orders o where o.charged_kobo = 0 and o.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered') and o.paid_at is not null
  loop
    payment := gen_random_uuid();
    insert into public.payments (id, reference, user_id, gateway, naira_kobo, status, received_kobo, succeeded_at, next_look_at, created_at)
    values (payment, 'AJ-' || payment, paid.user_id, 'local', paid.charged, 'succeeded', paid.charged, paid.paid_at, null, paid.paid_at);
    insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) values (payment, paid.id, paid.charged, 0);
    perform ledger.write('payment:AJ-' || payment, jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', paid.id, 'amount_kobo', paid.charged)), paid.paid_at);
    if paid.returned_kobo > 0 then
      perform ledger.write('settled:' || paid.id, jsonb_build_array(jsonb_build_object('kind', 'returned_as_peps', 'debit', paid.id, 'credit', paid.user_id,
        'amount_kobo', paid.returned_kobo)), paid.paid_at);
    end if;
    update public.orders set charged_kobo = paid.charged, peps_kobo = 0, payment_id = payment where id = paid.id;
  end loop;
  for had in select p.id, coalesce(b.kobo, 0) as kobo, coalesce(a.balance_kobo, 0) as booked from public.profiles p
    left join peps_before b on b.id = p.id left join ledger.accounts a on a.kind = 'peps' and a.owner_id = p.id
    where coalesce(b.kobo, 0) <> coalesce(a.balance_kobo, 0)
  loop
    missing := had.kobo - had.booked;
    perform ledger.post('opening:' || had.id, jsonb_build_array(case when missing > 0
      then jsonb_build_object('kind', 'referral_reward', 'credit', had.id, 'amount_kobo', missing)
      else jsonb_build_object('kind', 'reward_taken_back', 'debit', had.id, 'amount_kobo', -missing) end));
  end loop;
  perform set_config('request.jwt.claims', '', true);
end $$;
