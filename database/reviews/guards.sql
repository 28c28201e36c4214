create function public.guard_review() returns trigger language plpgsql security definer set search_path = '' as $$
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
