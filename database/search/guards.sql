create function search.index_product() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_products(array[new.id]); return null; end $$;
comment on function search.index_product() is '@notes updates its search entry.';

create function search.index_group_buy() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_group_buys(array[new.id]); return null; end $$;
comment on function search.index_group_buy() is '@notes updates its search entry.';

create function search.index_post() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_posts(array[new.id]); return null; end $$;
comment on function search.index_post() is '@notes updates its search entry.';

create function search.index_post_tag() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_posts(array[coalesce(new.post_id, old.post_id)]); return null; end $$;
comment on function search.index_post_tag() is '@notes updates the search entry of its post.';

create function search.index_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform search.enter_shops(array[new.id]);
  if tg_op = 'UPDATE' then
    perform search.enter_products(array(select id from public.products where vendor_id = new.id)),
      search.enter_group_buys(array(select id from public.group_buys where vendor_id = new.id and status = 'active'));
  end if;
  return null;
end $$;
comment on function search.index_shop() is '@notes updates the search entries of the shop and its goods.';

create trigger announce_table after insert or update or delete or truncate on public.search_entries for each statement execute function realtime.announce_table();
