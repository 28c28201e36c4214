-- A rating is shown beside each product of its order. Kept with the rating: a page that looked through orders would be made anew with each of them.
alter table public.reviews add column product_ids uuid[] not null default '{}';
comment on column public.reviews.product_ids is 'The products of its order: set by guard_review.';

-- The guard would refuse a change of what was said; here it is filled in for the first time.
alter table public.reviews disable trigger guard_review;
update public.reviews r set product_ids = (select coalesce(array_agg(l.product_id order by l.product_id), '{}') from public.order_lines l where l.order_id = r.order_id);
alter table public.reviews enable trigger guard_review;
create index reviews_products on public.reviews using gin (product_ids) where hidden_at is null;

create or replace function public.guard_review() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.orders o where o.id = new.order_id and o.user_id = new.author_id and o.vendor_id = new.vendor_id
      and o.status in ('collected', 'delivered', 'completed')) then
      raise exception 'A rating is its buyer''s, once the goods are handed over' using errcode = 'PT409';
    end if;
    select coalesce(array_agg(l.product_id order by l.product_id), '{}') into new.product_ids from public.order_lines l where l.order_id = new.order_id;
    return new;
  end if;
  if (new.vendor_id, new.author_id, new.order_id, new.rating, new.comment, new.product_ids)
      is distinct from (old.vendor_id, old.author_id, old.order_id, old.rating, old.comment, old.product_ids)
    or old.reply is not null and new.reply is distinct from old.reply then
    raise exception 'What was said of a shop stays as it was said' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.author_id)) then
    raise exception 'Nobody judges a rating of their own' using errcode = 'PT403';
  end if;
  return new;
end $$;
grant select (product_ids) on public.reviews to anon, authenticated;

create view public.product_ratings with (security_invoker = true) as
select p.id as product_id, r.rating_count, r.rating
from public.products p cross join lateral (
  select count(*)::integer as rating_count, round(avg(v.rating), 2) as rating from public.reviews v where v.product_ids @> array[p.id]) r;
comment on view public.product_ratings is 'How buyers rated the orders that held a product, as far as the reader sees ratings: hidden ones count for nobody. To be asked for one product at a time.';
grant select on public.product_ratings to anon, authenticated, service_role;
