-- The role is that of the day of the suspension, because a chief may have another one later.
alter table public.account_suspensions add column by_chief boolean not null default false;
comment on column public.account_suspensions.by_chief is 'A chief decided it, so only a chief can end it. Set by the guard.';
alter table public.account_suspensions disable trigger user;
update public.account_suspensions s set by_chief = true from public.profiles p where p.id = s.suspended_by and p.role = 'chief';
alter table public.account_suspensions enable trigger user;

comment on column public.support_cases.written_at is 'When the person wrote first of what is not answered, or last if all is. The place in the queue.';
