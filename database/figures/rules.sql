-- Views that read across row level security, each with just the columns that its screen shows. They run with their owner's rights
-- on purpose (no security_invoker).

-- A name as the leaderboards show it: first name and an initial.
create function public.board_name(full_name text) returns text language sql immutable set search_path = '' as $$
  select split_part(trim(full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(full_name), ' ', 2), 1), '') || '.', '')
$$;

create function rights.board_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.top_referrers union select id from public.top_buyers $$;

create function public.lagos_month(instant timestamptz) returns date language sql stable set search_path = '' as
$$ select date_trunc('month', instant at time zone 'Africa/Lagos')::date $$;

create function public.first_reported_month() returns timestamptz language sql stable set search_path = '' as
$$ select (date_trunc('month', now() at time zone 'Africa/Lagos') - interval '11 months') at time zone 'Africa/Lagos' $$;
comment on function public.first_reported_month() is 'Monthly figures cover the current month and the eleven before it.';

-- Only the queries of capacities that the reader has are run: most of the time of a single view with all of them went into
-- starting and asking about rights. The conditions here are implied by those of the views.
create function sums.waiting_counts() returns table (subject text, status text, waiter text, amount integer) language plpgsql stable set search_path = '' as $$
begin
  return query select w.subject, w.status, w.waiter, w.amount from sums.waiting_of_buyer w;
  if exists (select from public.vendors v where v.owner_id = (select auth.uid())) then
    return query select w.subject, w.status, w.waiter, w.amount from sums.waiting_of_shop w;
  end if;
  if rights.has_role('manager', 'coordinator', 'chief') then
    return query select w.subject, w.status, w.waiter, w.amount from sums.waiting_of_staff w;
  end if;
  if rights.keeps_content() then
    return query select w.subject, w.status, w.waiter, w.amount from sums.waiting_of_content w;
  end if;
end $$;
comment on function sums.waiting_counts() is 'The rows of public.waiting.';
