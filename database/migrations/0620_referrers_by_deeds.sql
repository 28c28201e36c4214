-- The board of referrers is ranked by the number it shows. Points are what people have to spend, which the boards keep to themselves: they only break ties.
create or replace view public.top_referrers as
select row_number() over (order by successful_referrals desc, points_balance desc, id)::integer as rank,
  id, display_name, referrals, successful_referrals, joined_at, in_top_percent, completed_orders
from public.board_facts where is_referrer order by 1 limit 10;
comment on view public.top_referrers is 'Leaderboard: ten affiliates by successful referrals, then by points; names shortened, balances not shown, opt-out honoured.';
