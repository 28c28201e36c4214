create function public.vat_within(gross_kobo bigint, bps integer) returns bigint language sql immutable set search_path = '' as
$$ select gross_kobo * bps / (10000 + bps) $$;
comment on function public.vat_within(bigint, integer) is 'The VAT contained in an amount, rounded down to the kobo; same rule as domain/products/vat.ts.';

create function public.vat_rate_on(moment timestamptz) returns integer language sql stable security definer set search_path = '' as $$
  select (value #>> '{}')::integer from public.settings where key = 'vat_bps' and effective_from <= moment order by effective_from desc limit 1
$$;

create function public.lagos_year(moment timestamptz) returns integer language sql stable set search_path = '' as
$$ select extract(year from moment at time zone 'Africa/Lagos')::integer $$;
