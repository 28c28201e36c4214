grant select, insert, update (used_at), delete on public.rendered_pdfs to service_role;
