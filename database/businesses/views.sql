create view public.business_people as
select m.id, m.business_id, m.person_id, m.role, coalesce(p.full_name, '') as full_name, m.created_at, m.accepted_at, m.person_id = (select auth.uid()) as is_own,
  case when rights.owns_business(m.business_id) then coalesce(m.email, '+' || m.phone) end as address
from public.business_members m left join public.profiles p on p.id = m.person_id
where m.ended_at is null and (m.business_id in (select rights.my_business_ids())
  or m.business_id in (select b.id from public.businesses b where rights.oversees(b.state)));
comment on view public.business_people is 'Members and open invitations of the viewer''s company, or of one that they oversee. address: for its owner alone.';

create view public.own_business_invitations as
select m.id, b.name as business, m.created_at, coalesce(p.full_name, '') as invited_by
from public.business_members m join public.businesses b on b.id = m.business_id left join public.profiles p on p.id = m.invited_by
where m.id in (select rights.business_invitations_of((select auth.uid()))) and not (select rights.owes_second_step());

create view public.business_orders as
select o.id, o.business_id, o.order_no::integer, o.user_id, o.buyer_name, o.status, o.created_at, o.total_amount, o.user_id = (select auth.uid()) as is_own, v.business_name as shop,
  (select jsonb_agg(jsonb_build_object('product_id', l.product_id, 'product_name', l.product_name, 'image_url', l.image_url, 'quantity', l.quantity, 'unit', l.unit,
    'unit_price', l.unit_price) order by l.product_name, l.id)
    from public.order_lines l where l.order_id = o.id) as lines
from public.orders o join public.vendors v on v.id = o.vendor_id
where o.business_id in (select rights.my_business_ids());
comment on view public.business_orders is 'Every order for the viewer''s company: goods and amounts, no codes and no addresses.';
