-- What a person wants to hear of: a product, or a shop with all it opens.
create table public.follows (
  id uuid primary key default gen_random_uuid(),
  follower_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  vendor_id uuid references public.vendors (id) on delete cascade,
  kind text not null generated always as (case when product_id is null then 'shop' else 'product' end) stored,
  created_at timestamptz not null default now(),
  constraint a_product_or_a_shop check (num_nonnulls(product_id, vendor_id) = 1),
  constraint followed_once unique nulls not distinct (follower_id, product_id, vendor_id)
);
comment on table public.follows is 'Only theirs to see, to add and to remove. Vendors learn neither who follows them nor how many.';
create index followers_of_product on public.follows (product_id, follower_id) where product_id is not null;
create index followers_of_shop on public.follows (vendor_id, follower_id) where vendor_id is not null;
create index follows_newest on public.follows (follower_id, created_at desc, id);
create trigger log_act after insert or update or delete on public.follows for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('follow', 'id', '');

-- Nobody follows a whole market: what one person follows is told to them one buy at a time, and listed on one page of ids.
create function public.guard_follows() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.follows where follower_id = new.follower_id) >= 300 then
    raise exception 'You follow 300 shops and products, the most there can be. Stop following one first.' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_follows() from public;
create trigger guard_follows before insert on public.follows for each row execute function public.guard_follows();

alter table public.follows enable row level security;
create policy own_follows on public.follows for select to authenticated using (follower_id = (select auth.uid()));
-- What they cannot see they cannot follow either: the look at the other table is theirs.
create policy own_follows_add on public.follows for insert to authenticated with check (
  follower_id = (select auth.uid())
  and (product_id is null or exists (select from public.products p where p.id = product_id))
  and (vendor_id is null or exists (select from public.vendors v where v.id = vendor_id)));
create policy own_follows_remove on public.follows for delete to authenticated using (follower_id = (select auth.uid()));
create policy second_step on public.follows as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.follows to authenticated;
grant insert (follower_id, product_id, vendor_id) on public.follows to authenticated;
grant select, insert, delete on public.follows to service_role;
