create function rights.my_ajo_circle_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.circle_id from public.ajo_members m where m.person_id = auth.uid() and not rights.owes_second_step()
$$;

create function public.is_ajo_open(kind text) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(public.read_setting('ajo_circles') = '1' and (kind = 'basket' or public.read_setting('ajo_turns') = '1'), false)
$$;
comment on function public.is_ajo_open(text) is 'Whether new circles of a kind may be set up, joined and started.';

-- The people who have the link read the rules before they join.
create function public.ajo_invitation(code text) returns table (circle_id uuid, name text, kind text, monthly_kobo bigint, seats integer, months integer, due_day integer,
  status text, members integer, starter_name text, is_member boolean)
language sql stable security definer set search_path = '' as $$
  select c.id, c.name, c.kind, c.monthly_kobo, c.seats, c.months, c.due_day, c.status,
    (select count(*)::integer from public.ajo_members m where m.circle_id = c.id and m.status in ('joined', 'active')),
    (select p.full_name from public.profiles p where p.id = c.starter_id),
    exists (select from public.ajo_members m where m.circle_id = c.id and m.person_id = auth.uid() and m.status in ('joined', 'active'))
  from public.ajo_circles c where c.invitation = code and auth.uid() is not null and not rights.owes_second_step()
    and (public.is_ajo_open(c.kind) or c.status <> 'forming')
$$;
comment on function public.ajo_invitation(text) is 'The rules of the circle with this invitation, and who asks people to join.';

create function public.has_ajo_payment_under_way(contribution uuid) returns boolean language sql volatile security definer set search_path = '' as $$
  select exists (select from public.ajo_payments a join public.payments p on p.id = a.payment_id where a.contribution_id = contribution and public.is_under_way(p))
$$;
comment on function public.has_ajo_payment_under_way(uuid) is 'Whether somebody may be paying this contribution at the gateway.';

create function public.sees_ajo() returns boolean language sql stable security definer set search_path = '' as $$
  select auth.uid() is not null and not rights.owes_second_step()
    and (public.read_setting('ajo_circles') = '1' or exists (select from public.ajo_members m where m.person_id = auth.uid()))
$$;
comment on function public.sees_ajo() is 'Whether the reader''s menu shows ajo: it is open, or they are or were in a circle.';

create function public.has_had_ajo_turn(member uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.ajo_members m join public.ajo_months n on n.circle_id = m.circle_id and n.month = m.turn and n.closed_at is not null
    where m.id = member and exists (select from public.ajo_pot_parts p where p.giver_id = m.id and p.month = m.turn))
$$;
comment on function public.has_had_ajo_turn(uuid) is 'Whether a member of a circle of turns has had theirs.';

create function public.ajo_ahead_kobo(member uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select (coalesce((select sum(p.amount_kobo) from public.ajo_pot_parts p where p.giver_id = member and p.receiver_id <> member), 0)
    - coalesce((select sum(p.amount_kobo) from public.ajo_pot_parts p where p.receiver_id = member and p.giver_id <> member), 0)
    + coalesce((select sum(s.amount_kobo) from public.ajo_settlements s where s.payer_id = member), 0)
    - coalesce((select sum(s.amount_kobo) from public.ajo_settlements s where s.receiver_id = member), 0))::bigint
$$;
comment on function public.ajo_ahead_kobo(uuid) is 'What a member of a circle of turns has put in for others, less what they got from others.';
