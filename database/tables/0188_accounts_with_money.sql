-- Accounts with money are few, and their list is in the order of their age: most accounts are of orders that are over. Without
-- the statistics the planner would expect nearly every account to have some.
create index accounts_with_money on ledger.accounts (kind, opened_at desc, id) where case when is_limited then debits_kobo <> credits_kobo else true end;
create statistics ledger.accounts_have_money on (case when is_limited then debits_kobo <> credits_kobo else true end) from ledger.accounts;
