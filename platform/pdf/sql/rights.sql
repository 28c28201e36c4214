grant select, insert, update (used_at), delete on public.drawn_papers to service_role;
