create function public.guard_banner() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words text;
  is_same boolean;
  is_over boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_same := (new.title, new.title_pcm, new.title_ha, new.title_yo, new.title_ig, new.link_path, new.tone, new.audience, new.state, new.starts_at, new.ends_at)
      is not distinct from (old.title, old.title_pcm, old.title_ha, old.title_yo, old.title_ig, old.link_path, old.tone, old.audience, old.state, old.starts_at, old.ends_at);
    is_over := old.shown_until <= clock_timestamp();
    if is_over and (is_same and new.ended_at is null and old.ended_at >= clock_timestamp() - interval '1 minute' and old.ends_at > clock_timestamp()) is not true then
      raise exception 'This banner has ended. It can be shown again within a minute; otherwise write a new one.' using errcode = 'PT409';
    end if;
    if new.ended_at is not null then
      -- Shown again, it would have words that no check has seen.
      if not is_same then raise exception 'A banner is ended as it is' using errcode = 'PT400'; end if;
      new.ended_at := clock_timestamp();
      return new;
    end if;
  end if;
  if tg_op = 'INSERT' or is_over then
    perform pg_advisory_xact_lock(hashtextextended('banners', 0));
    if (select count(*) from (select from public.banners where shown_until > now() limit 50) as b) >= 50 then
      raise exception 'There are 50 banners that run or are planned. End some first.' using errcode = 'PT409';
    end if;
  end if;
  if is_over then return new; end if;
  if tg_op = 'INSERT' then new.author_id := auth.uid(); end if;
  -- A banner that is shown already keeps its start, which the form shows without seconds.
  if tg_op = 'UPDATE' and old.starts_at <= clock_timestamp() then new.starts_at := old.starts_at;
  else new.starts_at := greatest(new.starts_at, date_trunc('second', clock_timestamp()));
  end if;
  if new.ends_at <= greatest(new.starts_at, clock_timestamp()) then
    raise exception 'A banner ends after its start, and later than now' using errcode = 'PT400';
  end if;
  if new.ends_at > new.starts_at + interval '60 days' then
    raise exception 'A banner is shown for at most 60 days' using errcode = 'PT400';
  end if;
  words := concat_ws(' | ', new.title, new.title_pcm, new.title_ha, new.title_yo, new.title_ig);
  if regexp_replace(words, '[\s().-]', '', 'g') ~ '(234|0)[789][01]\d{8}' or words ~ '\S@\S+\.\S' then
    raise exception 'A banner contains no phone number and no e-mail address' using errcode = 'PT400';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of title, title_pcm, title_ha, title_yo, title_ig, link_path on public.banners
  for each row execute function public.clean_texts('title', 'title_pcm', 'title_ha', 'title_yo', 'title_ig', 'link_path');
create trigger announce_table after insert or update or delete or truncate on public.banners for each statement execute function realtime.announce_table();
create trigger banners_touch before update on public.banners for each row execute function public.touch_updated_at();
create trigger guard_banner before insert or update of title, title_pcm, title_ha, title_yo, title_ig, link_path, tone, audience, state, starts_at, ends_at, ended_at
  on public.banners for each row execute function public.guard_banner();
create trigger limit_changes after update on public.banners
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.banners
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or update or delete on public.banners
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('banner', 'id', '');
