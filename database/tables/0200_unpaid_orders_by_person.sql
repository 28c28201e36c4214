-- Joins look up the unpaid orders of each buyer with plans that are often made while the table is small, when all indexes of it
-- cost the same: a plan that chose orders_by_status then read all unpaid orders of the market for each buyer. An expression is
-- found in its own index only, so that the plan of a small table is also the right one for a large table.
create index orders_unpaid_by_person on public.orders ((case when status in ('pending', 'expired') then user_id end));
create index orders_paid_by_person on public.orders ((case when is_paid then user_id end));
create index orders_unpaid_by_business on public.orders ((case when status = 'pending' then business_id end));
drop index public.orders_unpaid_of_person;
