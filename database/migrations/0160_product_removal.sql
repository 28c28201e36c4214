-- Deleting a product archives it: past orders keep their copy, lists lose it. The specification's DELETE call answers by these rules:
-- 403 for others, 409 while live orders or running buys point to it, one product at a time, 204 when it is done.
create function public.product_is_live(product uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.group_buys where product_id = product and status in ('active', 'closed', 'settling', 'confirmed', 'ready'))
      or exists (select from public.bulk_order_items i join public.bulk_orders b on b.id = i.bulk_order_id
                 where i.product_id = product and b.status in ('pending', 'paid', 'ready', 'collected', 'delivered'))
$$;

create function public.archive_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare already integer := coalesce(nullif(current_setting('ajoja.removed_products', true), '')::integer, 0);
begin
  if rights.is_service() and rights.seeding() then return old; end if;
  if not (rights.is_service() or rights.has_role('administrator', 'supervisor', 'chief')
      or coalesce(old.vendor_id = (select rights.my_vendor_id()), false)) then
    raise exception 'You may not delete this product' using errcode = 'PT403';
  end if;
  if already > 0 then
    raise exception 'Delete one product at a time, named by id=eq.' using errcode = 'PT400';
  end if;
  if public.product_is_live(old.id) then
    raise exception 'This product has running group buys or orders; it can be deleted when they have ended' using errcode = 'PT409';
  end if;
  perform set_config('ajoja.removed_products', (already + 1)::text, true);
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'product.archive', 'product', old.id, to_jsonb(old), jsonb_build_object('archived_at', now()));
  return null;
end $$;
create trigger archive_product before delete on public.products for each row execute function public.archive_product();

-- Every row passes the policy so that the trigger can say 403, where a policy alone would silently delete nothing.
create policy removal_is_judged_by_trigger on public.products for delete to authenticated using (archived_at is null);
grant delete on public.products to authenticated;
