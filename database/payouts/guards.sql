create function public.guard_payout_setting() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or (new.key = 'payout_weekday' and (new.value #>> '{}')::numeric not between 1 and 7)
    or (new.key = 'payout_least_naira' and (new.value #>> '{}')::numeric not between 100 and 1000000) then
    raise exception 'The day of payouts is 1 (Monday) to 7 (Sunday), the least amount 100 to 1,000,000 naira' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- The last check behind the command and the job: money goes to the current account, after its waiting period, of an open shop
-- whose payouts are not on hold, and none of it is disputed.
create function public.guard_payout() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  disputed bigint;
begin
  if public.is_paused('payouts') then raise exception 'Payouts of the market are paused' using errcode = 'PT409'; end if;
  if not exists (select from public.bank_accounts a where a.id = new.bank_account_id and a.vendor_id = new.vendor_id and a.ended_at is null
    and public.bank_account_usable_from(a.since) <= clock_timestamp()) then
    raise exception 'Nothing is paid out to an account before it has stood for 48 hours' using errcode = 'PT409';
  end if;
  if not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active')
    or exists (select from public.payout_terms t where t.vendor_id = new.vendor_id and t.held_at is not null)
    or exists (select from public.vendors v where v.id = new.vendor_id and rights.is_suspended(v.owner_id)) then
    raise exception 'Nothing is paid out to a shop that is closed or held' using errcode = 'PT409';
  end if;
  disputed := ledger.disputed_kobo(new.vendor_id);
  if disputed > 0 and new.amount_kobo > coalesce(ledger.balance_kobo('vendor', new.vendor_id), 0) - disputed then
    raise exception 'Money of an order is not paid out while a bank disputes its payment' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A dispute may open between the creation of a payout and its sending.
create function public.hold_disputed_payout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.is_paused('payouts') then raise exception 'Payouts of the market are paused' using errcode = 'PT409'; end if;
  if ledger.holds_disputed_money(new.id) then
    raise exception 'Money of an order is not paid out while a bank disputes its payment' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of hold_reason on public.payout_terms
  for each row execute function public.clean_texts('hold_reason');
create trigger guard_own_case before insert or update on public.payout_terms for each row
  when (new.held_by is not null) execute function public.guard_own_case('shop', 'vendor_id', 'held_by');
create trigger log_act after insert or delete or update on public.payout_terms
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payout-terms', 'vendor_id', '');
create trigger payout_terms_touch before update on public.payout_terms for each row execute function public.touch_updated_at();

create trigger guard_payout before insert on public.payouts for each row execute function public.guard_payout();
create trigger hold_disputed_payout before update of status on public.payouts for each row
  when (old.status = 'requested' and new.status = 'sent') execute function public.hold_disputed_payout();
create trigger log_act after insert or update or delete on public.payouts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payout', 'id', '');
create trigger empty_payout after update of status on public.payouts for each row
  when (new.status in ('failed', 'reversed') and old.status not in ('failed', 'reversed')) execute function sums.empty_payout();
create trigger fill_payout after insert on public.payouts for each row execute function sums.fill_payout();
create trigger payouts_touch before update on public.payouts for each row execute function public.touch_updated_at();
create trigger log_status_change after insert or update of status on public.payouts for each row execute function public.log_status_change('payout');

create trigger log_act after insert or delete or update on public.banks
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('bank', 'code', '');

create trigger log_act after insert or delete or update on public.bank_accounts
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('bank-account', 'id', 'account_number payee_code');
