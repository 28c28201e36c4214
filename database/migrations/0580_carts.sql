-- The cart of a signed-in person, the same on all their devices (decision 0057). Written by the command keep-cart alone, by the rule of domain/cart/deciding.ts.
create table public.cart_items (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity between 0 and 1000000),
  seen_kobo bigint not null check (seen_kobo between 0 and 9999999999999),
  changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (profile_id, product_id)
);
comment on table public.cart_items is 'What a person has chosen and not ordered. Only theirs to see; prices are those they saw, and checkout reads them again.';
comment on column public.cart_items.quantity is '0: it was removed, and an older change from another device does not bring it back. Such rows go after 30 days.';
comment on column public.cart_items.changed_at is 'When the person changed it, which may be before it arrived here: of two changes the later one counts.';
create index cart_items_of_product on public.cart_items (product_id);

-- Lines and removed lines are bounded, whoever writes them.
create function public.guard_cart() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.cart_items c where c.profile_id = new.profile_id and c.quantity > 0) > 100 then
    raise exception 'A cart has 100 lines at most' using errcode = 'PT409';
  end if;
  if new.changed_at > clock_timestamp() + interval '1 minute' then
    raise exception 'Nobody changes a cart tomorrow' using errcode = 'PT400';
  end if;
  return null;
end $$;
revoke execute on function public.guard_cart() from public;
create trigger guard_cart after insert or update on public.cart_items for each row execute function public.guard_cart();
create trigger announce after insert or update on public.cart_items for each row execute function realtime.announce_change();
create trigger log_act after insert or update or delete on public.cart_items for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('cart-item', 'product_id', '');

alter table public.cart_items enable row level security;
create policy own_cart on public.cart_items for select to authenticated using (profile_id = (select auth.uid()));
create policy second_step on public.cart_items as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.cart_items to authenticated;
grant select, insert, update, delete on public.cart_items to service_role;
