-- Rows can be neither updated nor deleted, whatever rights a role has.
create function ledger.reject_change() returns trigger language plpgsql set search_path = '' as
$$ begin raise exception 'The ledger is append-only' using errcode = 'PT409'; end $$;

-- The only place that updates running totals; accounts are locked in id order, so that two journals cannot deadlock.
create function ledger.update_totals() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  mismatch record;
begin
  -- The movement that ends a hold is of the same kind and within its amount.
  select t.id, t.kind into mismatch from added t join ledger.transfers h on h.id = t.hold_id
  where h.phase <> 'held' or (h.kind, h.debit_id, h.credit_id) <> (t.kind, t.debit_id, t.credit_id) or t.amount_kobo > h.amount_kobo
    or (t.phase = 'voided' and t.amount_kobo <> h.amount_kobo) limit 1;
  if found then raise exception 'Movement % ends a hold that is not its own', mismatch.kind using errcode = 'PT409'; end if;
  perform from ledger.accounts a where a.is_limited and a.id in (select debit_id from added union select credit_id from added)
    order by a.id for no key update;
  update ledger.accounts a set debits_kobo = a.debits_kobo + s.debits, credits_kobo = a.credits_kobo + s.credits, held_kobo = a.held_kobo + s.held
  from (
    select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from (
      select t.debit_id as account_id, case when t.phase in ('posted', 'captured') then t.amount_kobo else 0 end as debits, 0 as credits,
        case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
      from added t left join ledger.transfers h on h.id = t.hold_id
      union all
      select t.credit_id, 0, case when t.phase in ('posted', 'captured') then t.amount_kobo else 0 end, 0 from added t
    ) effects group by account_id
  ) s where s.account_id = a.id and a.is_limited;
  return null;
end $$;

-- The balance on a profile is a copy of the account's and cannot be written directly.
create function ledger.show_peps() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set points_balance = (new.credits_kobo - new.debits_kobo - new.held_kobo) / 100.0 where id = new.owner_id;
  return null;
end $$;

create trigger append_only before update or delete on ledger.transfers for each row execute function ledger.reject_change();
create trigger follow_ledger after insert on ledger.transfers referencing new table as added for each statement execute function sums.follow_ledger();
create trigger follow_shops after insert on ledger.transfers referencing new table as added for each statement execute function sums.update_shop_sums();
create trigger update_totals after insert on ledger.transfers referencing new table as added for each statement execute function ledger.update_totals();
create trigger not_emptied before truncate on ledger.transfers for each statement execute function ledger.reject_change();
create trigger reopen_days after insert on ledger.transfers referencing new table as added for each statement execute function sums.reopen_days();
create trigger write_earnings after insert on ledger.transfers referencing new table as added for each statement execute function sums.follow_earnings();

create trigger append_only before update or delete on ledger.journals for each row execute function ledger.reject_change();
create trigger not_emptied before truncate on ledger.journals for each statement execute function ledger.reject_change();

create trigger not_emptied before truncate on ledger.accounts for each statement execute function ledger.reject_change();
-- Not on insert: an account is opened empty, and its first movement follows in the same statement.
create trigger show_peps after update on ledger.accounts for each row when (new.kind = 'peps') execute function ledger.show_peps();
