-- A top buyer may stand in the top percent of referrers too: both boards give the same badges to the same person.
create or replace view public.top_buyers as
with done as (
  select user_id, count(*) as completed_orders from (
    select user_id from public.orders where status = 'completed'
    union all
    select user_id from public.bulk_orders where status = 'completed') as orders_of_both_kinds
  group by user_id
), counted as (
  select r.referrer_id, count(*) as referrals, count(r.settled_at) as successful_referrals from public.referrals r group by r.referrer_id
), referrers as (
  select p.id, c.successful_referrals, rank() over (order by c.successful_referrals desc, c.referrals desc) as referrer_rank,
    count(*) over () as referrers
  from counted c join public.profiles p on p.id = c.referrer_id where p.role <> 'vendor'
)
select row_number() over (order by d.completed_orders desc, p.id)::integer as rank,
  p.id, split_part(trim(p.full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(p.full_name), ' ', 2), 1), '') || '.', '') as display_name,
  d.completed_orders::integer, p.created_at as joined_at,
  coalesce(r.successful_referrals, 0)::integer as successful_referrals,
  coalesce(r.referrer_rank <= greatest(1, ceil(r.referrers * 0.01)) and r.successful_referrals > 0, false) as in_top_percent
from done d join public.profiles p on p.id = d.user_id left join referrers r on r.id = p.id
where not p.hidden_from_boards
order by 1 limit 10;
