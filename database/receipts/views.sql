-- Handling charges are income of the market and include VAT.
create view public.vat_report as
with daily as (
  select s.day, a.kind as account, sum(s.credits_kobo)::bigint as earned, sum(s.debits_kobo)::bigint as credited from sums.account_days s
  join ledger.accounts a on a.id = s.account_id where a.kind in ('buyer_fee', 'vendor_fee', 'delivery', 'handling') group by 1, 2
), rated as (
  select date_trunc('month', day)::date as month, account, public.vat_rate_on(day at time zone 'Africa/Lagos') as vat_bps,
    sum(earned - credited)::bigint as kobo, sum(earned)::bigint as earned, sum(credited)::bigint as credited from daily group by 1, 2, 3
)
select month, vat_bps,
  coalesce(sum(kobo) filter (where account = 'buyer_fee'), 0)::bigint as buyer_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'vendor_fee'), 0)::bigint as vendor_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'delivery'), 0)::bigint as delivery_kobo,
  sum(kobo)::bigint as income_kobo, public.vat_within(sum(kobo)::bigint, vat_bps) as vat_kobo,
  coalesce(sum(kobo) filter (where account = 'handling'), 0)::bigint as handling_kobo,
  sum(earned)::bigint as earned_kobo, sum(credited)::bigint as credited_kobo
from rated where (select rights.has_role('chief')) group by month, vat_bps;
comment on view public.vat_report is 'VAT contained in fee income, month by month; a month in which the rate changes has a row for each rate. Income is earned less credited. For the chief only.';

-- Serials are unique and begin at 1, so that as many papers as the last number means that none is missing.
create function public.document_gaps(of_year integer) returns table (kind text, last integer, issued integer)
language sql stable security definer set search_path = '' as $$
  select k.kind, k.last, (select count(*) from public.documents d where d.kind = k.kind and d.year = n.year and d.serial between 1 and k.last)::integer
  from public.document_numbers n cross join lateral (values ('receipt', n.receipts), ('invoice', n.invoices), ('credit_note', n.credit_notes)) k (kind, last)
  where n.year = of_year and (select rights.has_role('chief')) and not (select rights.owes_second_step())
$$;
comment on function public.document_gaps(integer) is 'The last number of each kind in a year and how many papers have a number up to it, for chiefs. @null none';

-- Documents of days in Lagos, added up by day and kind, with the first and last number of each. One index holds everything that is added up.
create function public.document_days(since date, until date)
returns table (day date, kind text, documents integer, first_number text, last_number text, amount_kobo bigint)
language sql stable security definer set search_path = '' set jit = off as $$
  select s.day, s.kind, s.documents,
    (select d.number from public.documents d where d.kind = s.kind and d.year = s.year and d.serial = s.first_serial),
    (select d.number from public.documents d where d.kind = s.kind and d.year = s.year and d.serial = s.last_serial), s.amount_kobo
  from (
    select public.lagos_day(d.issued_at) as day, d.kind, d.year, count(*)::integer as documents, min(d.serial) as first_serial, max(d.serial) as last_serial,
      sum(d.amount_kobo)::bigint as amount_kobo
    from public.documents d where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and until - since between 0 and 92
      and d.issued_at >= since::timestamp at time zone 'Africa/Lagos' and d.issued_at < (until + 1)::timestamp at time zone 'Africa/Lagos'
    group by 1, 2, 3) s
  order by s.day, s.kind
$$;
comment on function public.document_days(date, date) is 'For chiefs, at most a quarter. @null none';
