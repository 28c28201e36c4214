-- Reminders to pay: one a step and due date, whoever turns the clock and however often it dies.
create table public.payment_reminders (
  order_id uuid not null references public.orders (id) on delete cascade,
  due_at timestamptz not null,
  hours_before integer not null check (hours_before in (72, 24, 3)),
  sent_at timestamptz not null default now(),
  primary key (order_id, due_at, hours_before)
);
comment on table public.payment_reminders is 'An extension moves the due time and starts the steps anew; none is repeated for the same due time.';
alter table public.payment_reminders enable row level security;
grant select, insert, delete on public.payment_reminders to service_role;
create trigger log_act after insert or update or delete on public.payment_reminders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payment-reminder', 'order_id', '');

-- The last step that has come; null before the first, from the due time on, and for a step that had passed when the order was made or the
-- buy extended (`since`). The steps are those of domain/clocks.ts.
create function public.reminder_step(due_at timestamptz, since timestamptz, at timestamptz) returns integer
language sql immutable set search_path = '' as $$
  select case when at < due_at and since < due_at - make_interval(hours => s.hours) then s.hours end
  from (select min(hours) as hours from unnest(array[72, 24, 3]) hours where at >= due_at - make_interval(hours => hours)) s
$$;
revoke execute on function public.reminder_step(timestamptz, timestamptz, timestamptz) from public;
grant execute on function public.reminder_step(timestamptz, timestamptz, timestamptz) to service_role;
