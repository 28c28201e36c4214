create policy chief_reads on public.banners for select to authenticated using ((select rights.has_role('chief')));
create policy chief_adds on public.banners for insert to authenticated with check ((select rights.has_role('chief')));
create policy chief_edits on public.banners for update to authenticated
  using ((select rights.has_role('chief'))) with check ((select rights.has_role('chief')));
grant select, insert (id, title, title_pcm, title_ha, title_yo, title_ig, link_path, tone, audience, state, starts_at, ends_at),
  update (title, title_pcm, title_ha, title_yo, title_ig, link_path, tone, audience, state, starts_at, ends_at, ended_at) on public.banners to authenticated;
grant all on public.banners to service_role;
