-- VAT: prices contain it. A product has a class, a line of an order keeps the class and the rate that it was sold under.
alter table public.products add column vat_class text not null default 'zero' check (vat_class in ('zero', 'exempt', 'standard'));
comment on column public.products.vat_class is 'zero: basic food, 0%. exempt: outside VAT. standard: the price contains VAT at the rate in force.';
grant insert (vat_class), update (vat_class) on public.products to authenticated;

alter table public.order_lines
  add column vat_class text not null default 'zero' check (vat_class in ('zero', 'exempt', 'standard')),
  add column vat_bps integer not null default 0 check (vat_bps between 0 and 10000),
  add constraint vat_is_of_its_class check (vat_class = 'standard' or vat_bps = 0);
comment on column public.order_lines.vat_bps is 'At acceptance: a later change of the product or of the rate never changes an order.';

-- In force from the beginning of time, which the guard of later changes would refuse.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values ('vat_bps', '750', '-infinity', 'VAT 7.5%, contained in fees and in goods of the standard class');
alter table public.settings enable trigger user;

-- Whoever writes a line, it takes its class from the product.
create function public.class_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select p.vat_class, case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end into new.vat_class, new.vat_bps
  from public.products p where p.id = new.product_id;
  return new;
end $$;
create trigger class_line before insert on public.order_lines for each row execute function public.class_line();

create function public.vat_within(gross_kobo bigint, bps integer) returns bigint language sql immutable set search_path = '' as
$$ select gross_kobo * bps / (10000 + bps) $$;
comment on function public.vat_within is 'The VAT that an amount contains, rounded down to the kobo; domain/receipts/vat.ts has the same rule.';
revoke execute on function public.vat_within(bigint, integer) from public;
grant execute on function public.vat_within(bigint, integer) to authenticated, service_role;

create function public.vat_rate_on(moment timestamptz) returns integer language sql stable security definer set search_path = '' as $$
  select (value #>> '{}')::integer from public.settings where key = 'vat_bps' and effective_from <= moment order by effective_from desc limit 1
$$;
revoke execute on function public.vat_rate_on(timestamptz) from public;
grant execute on function public.vat_rate_on(timestamptz) to authenticated, service_role;

-- What the market owes the tax office out of its own income: by month in Lagos, from the ledger, at the rate of each day.
create view public.vat_report as
with income as (
  select t.posted_at, m.account, case when t.credit_kind = m.account then t.amount_kobo else -t.amount_kobo end as kobo
  from ledger.transfers t cross join (values ('buyer_fee'), ('vendor_fee'), ('delivery')) as m (account)
  where t.phase in ('posted', 'taken') and m.account in (t.debit_kind, t.credit_kind)
), daily as (
  select (posted_at at time zone 'Africa/Lagos')::date as day, account, sum(kobo)::bigint as kobo from income group by 1, 2
), rated as (
  select date_trunc('month', day)::date as month, account, public.vat_rate_on(day at time zone 'Africa/Lagos') as vat_bps, sum(kobo)::bigint as kobo from daily group by 1, 2, 3
)
select month, vat_bps,
  coalesce(sum(kobo) filter (where account = 'buyer_fee'), 0)::bigint as buyer_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'vendor_fee'), 0)::bigint as vendor_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'delivery'), 0)::bigint as delivery_kobo,
  sum(kobo)::bigint as income_kobo, public.vat_within(sum(kobo)::bigint, vat_bps) as vat_kobo
from rated where (select rights.has_role('chief')) group by month, vat_bps;
comment on view public.vat_report is 'VAT contained in fee income, month by month; a month in which the rate changes has a row for each. The chief''s alone.';
grant select on public.vat_report to authenticated, service_role;
