-- Eight letters of 32 that cannot be mistaken for each other. A code that is taken is never drawn, or a sign-up would fail by chance.
create or replace function public.new_referral_code() returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  chance bytea;
  code text;
begin
  loop
    chance := decode(md5(gen_random_uuid()::text), 'hex');
    select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(chance, place) % 32, 1), '') into code
    from generate_series(0, 7) place;
    exit when not exists (select from public.profiles where referral_code = code);
  end loop;
  return code;
end $$;
revoke execute on function public.new_referral_code() from public;
