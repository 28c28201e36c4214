-- The money of circles: an account for each member, and payments from it. A payment of the gateway `ajo` moves money within the ledger, as one of
-- `peps` does; its refunds go back to the account.
alter table ledger.account_kinds drop constraint account_kinds_owner_check;
alter table ledger.account_kinds add constraint account_kinds_owner_check
  check (owner in ('platform', 'order', 'person', 'vendor', 'payment', 'refund', 'payout', 'place', 'ajo_member'));
insert into ledger.account_kinds (kind, side, owner, is_limited) values ('ajo', 'liability', 'ajo_member', true);
insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('contribution', 'gateway', 'ajo'), ('ajo_spent', 'ajo', 'escrow'), ('returned_to_ajo', 'refund_due', 'ajo'), ('ajo_return_owed', 'ajo', 'refund_due'),
  ('ajo_reversed', 'ajo', 'gateway'), ('ajo_loss_recovered', 'ajo', 'loss');

alter table public.payments drop constraint payments_gateway_check;
alter table public.payments add constraint payments_gateway_check check (gateway in ('paystack', 'local', 'peps', 'ajo'));

alter table public.refunds drop constraint refunds_reason_check;
alter table public.refunds add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed', 'resale', 'pack_not_filled',
   'price_rose', 'price_rise_withdrawn', 'ajo'));
