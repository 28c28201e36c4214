-- The number of lines and removed lines is limited for every writer.
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

create function public.guard_saved_list() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises concurrent saves of one person: the second blocks here, then counts the first.
  perform from public.profiles p where p.id = new.profile_id for no key update;
  if (select count(*) from public.saved_lists l where l.profile_id = new.profile_id and l.deleted_at is null) >= 20 then
    raise exception 'You can keep 20 lists. Delete one you no longer use first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The database's clock sets the day, whatever the client sends.
create function public.date_deletion() returns trigger language plpgsql set search_path = '' as $$ begin new.deleted_at := now(); return new; end $$;

create trigger announce after insert or update on public.cart_items for each row execute function realtime.announce_change();
create trigger guard_cart after insert or update on public.cart_items for each row execute function public.guard_cart();
create trigger log_act after insert or update or delete on public.cart_items for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('cart-item', 'product_id', '');

create trigger a_clean_texts before insert or update of name on public.saved_lists
  for each row execute function public.clean_texts('name');
create trigger date_deletion before update of deleted_at on public.saved_lists for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function public.date_deletion();
create trigger guard_list_back before update of deleted_at on public.saved_lists for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function public.guard_saved_list();
create trigger guard_saved_list before insert on public.saved_lists for each row execute function public.guard_saved_list();
create trigger log_act after insert or update or delete on public.saved_lists for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('saved-list', 'id', 'name lines');
