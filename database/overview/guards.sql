-- The names sort after count_orders, which writes the line of an order from a buy.
create trigger follow_sales_deleted after delete on public.orders for each row
  when (old.status not in ('pending', 'paid')) execute function sums.follow_sales();
create trigger follow_sales_inserted after insert on public.orders for each row
  when (new.status not in ('pending', 'paid')) execute function sums.follow_sales();
create trigger follow_sales_updated after update on public.orders for each row
  when ((old.status not in ('pending', 'paid') or new.status not in ('pending', 'paid'))
    and (old.status, old.vendor_id, old.user_id, old.created_at, old.total_amount, old.quantity, old.buyer_fee_bps, old.vendor_fee_bps, old.handed_over_at, old.ready_at, old.fulfilment)
      is distinct from (new.status, new.vendor_id, new.user_id, new.created_at, new.total_amount, new.quantity, new.buyer_fee_bps, new.vendor_fee_bps, new.handed_over_at, new.ready_at,
        new.fulfilment))
  execute function sums.follow_sales();
create trigger follow_refunds after insert on ledger.transfers referencing new table as added for each statement execute function sums.follow_refunds();
create trigger note_active_new after insert on auth.sessions for each row execute function sums.follow_sessions();
-- A token is renewed every hour; a day is noted once.
create trigger note_active_again after update of refreshed_at on auth.sessions for each row
  when (public.lagos_day(coalesce(old.refreshed_at, old.created_at)) is distinct from public.lagos_day(new.refreshed_at) and new.refreshed_at is not null)
  execute function sums.follow_sessions();
