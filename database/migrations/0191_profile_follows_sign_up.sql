-- A sign-up repeated before confirmation brings the latest wishes: name, role and referral code follow it until somebody has confirmed.
create function public.follow_sign_up() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wanted text := case when new.raw_user_meta_data ->> 'role' = 'vendor' then 'vendor' else 'customer' end;
  referrer uuid;
begin
  update public.profiles
  set role = wanted,
    full_name = trim(left(regexp_replace(coalesce(new.raw_user_meta_data ->> 'full_name', ''), '[\x01-\x1f]+', ' ', 'g'), 120)),
    referral_code = case when wanted = 'customer' then coalesce(referral_code, public.new_referral_code()) end
  where id = new.id and role in ('customer', 'vendor');

  delete from public.referrals where referred_id = new.id and settled_at is null;
  select id into referrer from public.profiles
  where referral_code = upper(trim(left(new.raw_user_meta_data ->> 'referral_code', 40))) and id <> new.id and role <> 'vendor';
  if referrer is not null and wanted = 'customer' then
    insert into public.referrals (referrer_id, referred_id) values (referrer, new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger follow_sign_up after update of raw_user_meta_data on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null and new.email_confirmed_at is null and new.phone_confirmed_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function public.follow_sign_up();
