-- A company gets another owner, or is closed by its last person, so that its tax number is free again.
alter table public.businesses drop constraint businesses_status_check;
alter table public.businesses add constraint businesses_status_check check (status in ('requested', 'verified', 'refused', 'closed'));
create unique index one_owner_of_a_business on public.business_members (business_id) where role = 'owner' and ended_at is null;
-- An ended membership keeps no address.
alter table public.business_members drop constraint invited_to_one_address;
alter table public.business_members add constraint invited_to_one_address
  check (ended_at is not null or num_nonnulls(email, phone) = case role when 'owner' then 0 else 1 end);
