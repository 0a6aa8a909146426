-- Made by `make schema` from the migrations with the fingerprint 449c698ed9f4. Do not edit.
SET LOCAL check_function_bodies = off;
CREATE FUNCTION public.annotations_metric_frozen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
          IF to_jsonb(NEW) - 'created_by_id' <> to_jsonb(OLD) - 'created_by_id'
             AND EXISTS (SELECT FROM annotations_question WHERE metric_id = OLD.id) THEN
            RAISE EXCEPTION 'a row of annotations_metric that is in use never changes';
          END IF;
          RETURN NEW;
        END $$;
CREATE FUNCTION public.datasets_modeloutput_system_id_known() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
          PERFORM FROM datasets_system WHERE id IN (SELECT system_id FROM fresh) FOR KEY SHARE;
          IF EXISTS (SELECT system_id FROM fresh EXCEPT SELECT id FROM datasets_system) THEN
            RAISE foreign_key_violation USING MESSAGE = 'a row of datasets_modeloutput has an unknown system_id',
              CONSTRAINT = 'datasets_modeloutput_system_id_known';
          END IF;
          RETURN NULL;
        END $$;
CREATE FUNCTION public.datasets_modeloutput_system_id_unused() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
          IF EXISTS (SELECT FROM datasets_modeloutput WHERE system_id = OLD.id) THEN
            RAISE foreign_key_violation USING MESSAGE = 'a row of datasets_modeloutput has this system_id',
              CONSTRAINT = 'datasets_modeloutput_system_id_known';
          END IF;
          RETURN OLD;
        END $$;
CREATE FUNCTION public.experiments_benchmarksuite_frozen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
          IF to_jsonb(NEW) - 'description' <> to_jsonb(OLD) - 'description'
             AND EXISTS (SELECT FROM experiments_suiterun WHERE suite_id = OLD.id) THEN
            RAISE EXCEPTION 'a row of experiments_benchmarksuite that is in use never changes';
          END IF;
          RETURN NEW;
        END $$;
CREATE FUNCTION public.experiments_benchmarktask_frozen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF EXISTS (SELECT FROM experiments_suiterun WHERE suite_id = COALESCE(NEW.suite_id, OLD.suite_id)) THEN
        RAISE EXCEPTION 'the tasks of a benchmark suite that was run never change';
      END IF;
      RETURN COALESCE(NEW, OLD);
    END $$;
CREATE FUNCTION public.index_case() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      INSERT INTO datasets_casesearch (case_id, vector)
      VALUES (NEW.id, search_vector_of_case(NEW.version_id, NEW.external_id, NEW.input, NEW.expected_output,
                                            NEW.acceptable_answers, NEW.metadata))
      ON CONFLICT (case_id) DO UPDATE SET vector = EXCLUDED.vector;
      RETURN NULL;
    END $$;
CREATE FUNCTION public.index_output() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      INSERT INTO datasets_outputsearch (output_id, vector)
      SELECT NEW.id, search_vector_of_output(version_id, NEW.text)
      FROM datasets_testcase WHERE id = NEW.test_case_id
      ON CONFLICT (output_id) DO UPDATE SET vector = EXCLUDED.vector;
      RETURN NULL;
    END $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME; END $$;
CREATE FUNCTION public.refuse_change_of_cases() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM (SELECT DISTINCT version_id FROM old_cases) c
        JOIN datasets_datasetversion v ON v.id = c.version_id
        WHERE v.is_open OR v.status = 'PUBLISHED'
      ) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'cases of an open or published version never change',
          CONSTRAINT = 'case_frozen';
      END IF;
      RETURN NULL;
    END $$;
CREATE FUNCTION public.refuse_change_of_experiment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE
      free text[] := ARRAY['status', 'created_by_id'];
    BEGIN
      IF OLD.status = 'DRAFT' THEN
        RETURN NEW;
      END IF;
      IF OLD.status IN ('RUNNING', 'PAUSED') THEN
        free := free || ARRAY['started_at', 'concluded_at', 'concluded_by_id', 'winner_id', 'notes', 'conclusion_id'];
      END IF;
      IF to_jsonb(NEW) - free <> to_jsonb(OLD) - free OR (OLD.status = 'ARCHIVED' AND NEW.status <> 'ARCHIVED')
         OR (OLD.status = 'CONCLUDED' AND NEW.status NOT IN ('CONCLUDED', 'ARCHIVED')) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'an experiment that has started keeps its plan, and a'
          ' concluded one all of it', CONSTRAINT = 'experiment_frozen';
      END IF;
      RETURN NEW;
    END $$;
CREATE FUNCTION public.refuse_change_of_plan() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF EXISTS (SELECT FROM experiments_experiment
                 WHERE id = coalesce(NEW.experiment_id, OLD.experiment_id) AND status <> 'DRAFT') THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'the plan of an experiment that has started never changes',
          CONSTRAINT = 'experiment_plan_frozen';
      END IF;
      RETURN coalesce(NEW, OLD);
    END $$;
CREATE FUNCTION public.refuse_published_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN RAISE EXCEPTION 'a published prompt never changes'; END $$;
CREATE FUNCTION public.search_id_parts(external_id text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      SELECT coalesce(array_agg(DISTINCT '#' || right(run, length)), '{}')
      FROM regexp_split_to_table(search_text(lower(left(external_id, 200))), ' +') run,
           generate_series(least(length(run), 3), least(length(run), 40)) length
      WHERE run <> ''
    $$;
CREATE FUNCTION public.search_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      SELECT regexp_replace(
        regexp_replace(left(value, 100000), '([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+', ' ', 'g')
    $$;
CREATE FUNCTION public.search_values(value jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
      SELECT coalesce(string_agg(part #>> '{}', ' '), '')
      FROM jsonb_path_query(value, 'strict $.** ? (@.type() == "string" || @.type() == "number")') AS part
    $_$;
CREATE FUNCTION public.search_vector_of_case(version_id uuid, external_id text, input jsonb, expected text, acceptable jsonb, metadata jsonb) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      SELECT array_to_tsvector(ARRAY['=' || version_id] || search_id_parts(external_id))
        || to_tsvector('simple'::regconfig, search_text(
             coalesce(external_id, '') || ' ' || search_values(input) || ' ' || coalesce(expected, '') || ' '
             || search_values(acceptable) || ' ' || search_values(metadata)))
    $$;
CREATE FUNCTION public.search_vector_of_output(version_id uuid, value text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      SELECT array_to_tsvector(ARRAY['=' || version_id]) || to_tsvector('simple'::regconfig, search_text(value))
    $$;
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_apikey (
    id uuid NOT NULL,
    name character varying(120) NOT NULL,
    prefix character varying(16) NOT NULL,
    key_hash character varying(64) NOT NULL,
    scopes jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    membership_id bigint NOT NULL,
    organization_id uuid NOT NULL,
    dataset_id uuid,
    task_id uuid,
    experiment_id uuid,
    scope_days jsonb DEFAULT '{}'::jsonb NOT NULL,
    use_recorded_since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    CONSTRAINT api_key_bound_once CHECK ((((dataset_id IS NULL) AND (task_id IS NULL)) OR ((dataset_id IS NULL) AND (experiment_id IS NULL)) OR ((experiment_id IS NULL) AND (task_id IS NULL))))
);
CREATE TABLE public.accounts_auditevent (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    verb character varying(60) NOT NULL,
    object_type character varying(60) NOT NULL,
    object_id character varying(64) NOT NULL,
    details jsonb NOT NULL,
    actor_id uuid,
    organization_id uuid NOT NULL
);
ALTER TABLE public.accounts_auditevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_auditevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_idempotentanswer (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    request_sha256 character varying(64) NOT NULL,
    status smallint NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    membership_id bigint NOT NULL,
    CONSTRAINT accounts_idempotentanswer_status_check CHECK ((status >= 0))
);
ALTER TABLE public.accounts_idempotentanswer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_idempotentanswer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_invitation (
    id uuid NOT NULL,
    email character varying(254) NOT NULL,
    role character varying(12) NOT NULL,
    token_hash character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    revoked_at timestamp with time zone,
    invited_by_id uuid,
    organization_id uuid NOT NULL,
    team_id uuid
);
CREATE TABLE public.accounts_membership (
    id bigint NOT NULL,
    role character varying(12) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT membership_role_known CHECK (((role)::text = ANY (ARRAY[('admin'::character varying)::text, ('reviewer'::character varying)::text, ('annotator'::character varying)::text, ('viewer'::character varying)::text])))
);
ALTER TABLE public.accounts_membership ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_organization (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    slug character varying(100) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sync_requests_per_minute integer,
    batch_requests_per_minute integer,
    query_requests_per_minute integer,
    organization_requests_per_minute integer,
    time_zone character varying(64) DEFAULT ''::character varying NOT NULL,
    keep_raw_days integer,
    default_model character varying(200) DEFAULT ''::character varying NOT NULL,
    consensus_threshold double precision,
    audit_sample_share double precision,
    CONSTRAINT accounts_organization_batch_requests_per_minute_check CHECK ((batch_requests_per_minute >= 0)),
    CONSTRAINT accounts_organization_keep_raw_days_check CHECK ((keep_raw_days >= 0)),
    CONSTRAINT accounts_organization_organization_requests_per_minute_check CHECK ((organization_requests_per_minute >= 0)),
    CONSTRAINT accounts_organization_query_requests_per_minute_check CHECK ((query_requests_per_minute >= 0)),
    CONSTRAINT accounts_organization_sync_requests_per_minute_check CHECK ((sync_requests_per_minute >= 0)),
    CONSTRAINT organization_audit_share_range CHECK (((audit_sample_share IS NULL) OR ((audit_sample_share >= (0.0)::double precision) AND (audit_sample_share <= (1.0)::double precision)))),
    CONSTRAINT organization_requests_above_zero CHECK (((NOT ((sync_requests_per_minute = 0) AND (sync_requests_per_minute IS NOT NULL))) AND (NOT ((batch_requests_per_minute = 0) AND (batch_requests_per_minute IS NOT NULL))) AND (NOT ((query_requests_per_minute = 0) AND (query_requests_per_minute IS NOT NULL))) AND (NOT ((organization_requests_per_minute = 0) AND (organization_requests_per_minute IS NOT NULL))))),
    CONSTRAINT organization_threshold_range CHECK (((consensus_threshold IS NULL) OR ((consensus_threshold >= (0.0)::double precision) AND (consensus_threshold <= (1.0)::double precision))))
);
CREATE TABLE public.accounts_passwordreset (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT accounts_passwordreset_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.accounts_savedview (
    id bigint NOT NULL,
    list_key character varying(60) NOT NULL,
    scope character varying(60) NOT NULL,
    name character varying(80) NOT NULL,
    query text NOT NULL,
    shared boolean NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.accounts_savedview ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_savedview_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_signinthrottle (
    key character varying(64) NOT NULL,
    failures integer NOT NULL,
    last_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    free_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);
CREATE TABLE public.accounts_team (
    id uuid NOT NULL,
    name character varying(120) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL
);
CREATE TABLE public.accounts_teammember (
    id bigint NOT NULL,
    membership_id bigint NOT NULL,
    organization_id uuid NOT NULL,
    team_id uuid NOT NULL
);
ALTER TABLE public.accounts_teammember ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_teammember_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.accounts_user (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    id uuid NOT NULL,
    email character varying(254) NOT NULL,
    name character varying(120) NOT NULL,
    is_active boolean NOT NULL,
    is_staff boolean NOT NULL,
    preferences jsonb NOT NULL,
    date_joined timestamp with time zone NOT NULL
);
CREATE TABLE public.annotations_adjudicationrequest (
    id bigint NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    asked_by_id uuid,
    task_id uuid NOT NULL,
    item_id bigint NOT NULL
);
ALTER TABLE public.annotations_adjudicationrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_adjudicationrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_agreementsnapshot (
    id bigint NOT NULL,
    metric character varying(40) NOT NULL,
    scope character varying(10) NOT NULL,
    value double precision,
    reason character varying(40) NOT NULL,
    low double precision,
    high double precision,
    n_items integer NOT NULL,
    n_annotators integer NOT NULL,
    n_labels integer NOT NULL,
    details jsonb NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    high_water bigint NOT NULL,
    task_id uuid NOT NULL,
    question_id bigint,
    CONSTRAINT annotations_agreementsnapshot_n_annotators_check CHECK ((n_annotators >= 0)),
    CONSTRAINT annotations_agreementsnapshot_n_items_check CHECK ((n_items >= 0)),
    CONSTRAINT annotations_agreementsnapshot_n_labels_check CHECK ((n_labels >= 0)),
    CONSTRAINT snapshot_undefined_has_reason CHECK (((value IS NOT NULL) OR (NOT ((reason)::text = ''::text))))
);
ALTER TABLE public.annotations_agreementsnapshot ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_agreementsnapshot_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_annotation (
    id bigint NOT NULL,
    guideline_version integer DEFAULT 1 NOT NULL,
    content_sha256 character varying(64) DEFAULT ''::character varying NOT NULL,
    round smallint NOT NULL,
    revision smallint NOT NULL,
    submission_id uuid NOT NULL,
    body_hash character varying(64) NOT NULL,
    origin character varying(6) NOT NULL,
    exposure character varying(12) NOT NULL,
    time_spent_seconds double precision,
    flagged boolean NOT NULL,
    flag_reason text NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    withdrawn_at timestamp with time zone,
    superseded_at timestamp with time zone,
    task_id uuid NOT NULL,
    annotator_id uuid NOT NULL,
    assignment_id bigint,
    schema_version_id bigint NOT NULL,
    item_id bigint NOT NULL,
    CONSTRAINT annotation_exposure_known CHECK (((exposure)::text = ANY (ARRAY[('blind'::character varying)::text, ('saw_machine'::character varying)::text, ('saw_people'::character varying)::text]))),
    CONSTRAINT annotation_origin_known CHECK (((origin)::text = ANY (ARRAY[('ui'::character varying)::text, ('api'::character varying)::text, ('llm'::character varying)::text, ('import'::character varying)::text, ('audit'::character varying)::text]))),
    CONSTRAINT annotation_time_not_negative CHECK (((time_spent_seconds IS NULL) OR (time_spent_seconds >= (0.0)::double precision))),
    CONSTRAINT annotations_annotation_guideline_version_check CHECK ((guideline_version >= 0)),
    CONSTRAINT annotations_annotation_revision_check CHECK ((revision >= 0)),
    CONSTRAINT annotations_annotation_round_check CHECK ((round >= 0))
);
ALTER TABLE public.annotations_annotation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_annotation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_annotationevent (
    id bigint NOT NULL,
    verb character varying(40) NOT NULL,
    details jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    task_id uuid NOT NULL,
    actor_id uuid,
    item_id bigint
);
ALTER TABLE public.annotations_annotationevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_annotationevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_annotationtask (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    description text NOT NULL,
    instructions text NOT NULL,
    guideline_version integer NOT NULL,
    output_name character varying(200) NOT NULL,
    compared_outputs character varying(200)[] NOT NULL,
    required_annotations_per_item smallint CONSTRAINT annotations_annotationtask_required_annotations_per_it_not_null NOT NULL,
    blind_mode boolean NOT NULL,
    allow_skip boolean NOT NULL,
    allow_flag boolean NOT NULL,
    lease_seconds integer NOT NULL,
    time_limit_seconds integer,
    audit_sample_share double precision NOT NULL,
    audit_sample_mode character varying(14) NOT NULL,
    audit_risk_mode character varying(14) NOT NULL,
    consensus_threshold double precision NOT NULL,
    sampling_config jsonb NOT NULL,
    status character varying(10) NOT NULL,
    preparation character varying(8) NOT NULL,
    origin character varying(13) DEFAULT 'person'::character varying NOT NULL,
    is_listed boolean DEFAULT true NOT NULL,
    keeps_order boolean DEFAULT false NOT NULL,
    total_items integer NOT NULL,
    required_skills character varying(60)[] DEFAULT '{}'::character varying(60)[] NOT NULL,
    required_languages character varying(35)[] DEFAULT '{}'::character varying(35)[] NOT NULL,
    max_items_per_person integer,
    due_on date,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    dataset_version_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    schema_version_id bigint,
    CONSTRAINT annotations_annotationtask_guideline_version_check CHECK ((guideline_version >= 0)),
    CONSTRAINT annotations_annotationtask_lease_seconds_check CHECK ((lease_seconds >= 0)),
    CONSTRAINT annotations_annotationtask_max_items_per_person_check CHECK ((max_items_per_person >= 0)),
    CONSTRAINT annotations_annotationtask_required_annotations_per_item_check CHECK ((required_annotations_per_item >= 0)),
    CONSTRAINT annotations_annotationtask_time_limit_seconds_check CHECK ((time_limit_seconds >= 0)),
    CONSTRAINT annotations_annotationtask_total_items_check CHECK ((total_items >= 0)),
    CONSTRAINT task_audit_modes_known CHECK ((((audit_risk_mode)::text = ANY (ARRAY[('blind_first'::character varying)::text, ('assisted'::character varying)::text, ('critic_hidden'::character varying)::text])) AND ((audit_sample_mode)::text = ANY (ARRAY[('blind_first'::character varying)::text, ('assisted'::character varying)::text, ('critic_hidden'::character varying)::text])))),
    CONSTRAINT task_audit_share_range CHECK (((audit_sample_share >= (0.0)::double precision) AND (audit_sample_share <= (1.0)::double precision))),
    CONSTRAINT task_cap_above_zero CHECK ((NOT ((max_items_per_person = 0) AND (max_items_per_person IS NOT NULL)))),
    CONSTRAINT task_lease_range CHECK (((lease_seconds >= 1) AND (lease_seconds <= 604800))),
    CONSTRAINT task_origin_known CHECK (((origin)::text = ANY (ARRAY[('person'::character varying)::text, ('study'::character varying)::text, ('result_review'::character varying)::text, ('evaluation'::character varying)::text]))),
    CONSTRAINT task_overlap_range CHECK (((required_annotations_per_item >= 1) AND (required_annotations_per_item <= 100))),
    CONSTRAINT task_status_known CHECK (((status)::text = ANY (ARRAY[('DRAFT'::character varying)::text, ('ACTIVE'::character varying)::text, ('PAUSED'::character varying)::text, ('COMPLETED'::character varying)::text]))),
    CONSTRAINT task_threshold_range CHECK (((consensus_threshold >= (0.0)::double precision) AND (consensus_threshold <= (1.0)::double precision)))
);
CREATE TABLE public.annotations_annotator (
    id uuid NOT NULL,
    kind character varying(8) NOT NULL,
    name character varying(200) NOT NULL,
    external_name character varying(200) DEFAULT ''::character varying NOT NULL,
    method character varying(100) DEFAULT ''::character varying NOT NULL,
    model character varying(200) NOT NULL,
    prompt_version character varying(100) NOT NULL,
    parser_version character varying(40) NOT NULL,
    parameters jsonb NOT NULL,
    fingerprint character varying(64) NOT NULL,
    simulated boolean NOT NULL,
    status character varying(8) NOT NULL,
    expertise_tags character varying(60)[] DEFAULT '{}'::character varying(60)[] NOT NULL,
    languages character varying(35)[] DEFAULT '{}'::character varying(35)[] NOT NULL,
    blocked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL,
    user_id uuid,
    CONSTRAINT annotator_kind_agrees CHECK (((((external_name)::text = ''::text) AND ((kind)::text = 'human'::text) AND ((model)::text = ''::text) AND (user_id IS NOT NULL)) OR (((kind)::text = 'human'::text) AND ((model)::text = ''::text) AND (user_id IS NULL) AND (NOT ((external_name)::text = ''::text))) OR (((external_name)::text = ''::text) AND ((kind)::text = 'llm'::text) AND (user_id IS NULL) AND (NOT ((model)::text = ''::text))) OR (((external_name)::text = ''::text) AND ((kind)::text = 'program'::text) AND (user_id IS NULL)) OR (((external_name)::text = ''::text) AND ((kind)::text = 'jury'::text) AND ((model)::text = ''::text) AND (user_id IS NULL)))),
    CONSTRAINT annotator_person_has_no_method CHECK (((NOT ((kind)::text = 'human'::text)) OR ((method)::text = ''::text)))
);
CREATE TABLE public.annotations_assignment (
    id bigint NOT NULL,
    round smallint NOT NULL,
    state character varying(10) NOT NULL,
    token uuid NOT NULL,
    lease_until timestamp with time zone,
    opened_at timestamp with time zone,
    ended_at timestamp with time zone,
    reason text NOT NULL,
    display_seed integer DEFAULT ((random() * (2147483647)::double precision))::integer NOT NULL,
    selection_probability double precision,
    annotator_id uuid NOT NULL,
    task_id uuid NOT NULL,
    item_id bigint NOT NULL,
    CONSTRAINT annotations_assignment_round_check CHECK ((round >= 0)),
    CONSTRAINT assignment_lease_has_end CHECK (((NOT ((state)::text = ANY (ARRAY[('leased'::character varying)::text, ('prefetched'::character varying)::text]))) OR (lease_until IS NOT NULL))),
    CONSTRAINT assignment_probability_range CHECK (((selection_probability IS NULL) OR ((selection_probability > (0.0)::double precision) AND (selection_probability <= (1.0)::double precision)))),
    CONSTRAINT assignment_state_known CHECK (((state)::text = ANY (ARRAY[('leased'::character varying)::text, ('prefetched'::character varying)::text, ('submitted'::character varying)::text, ('skipped'::character varying)::text, ('expired'::character varying)::text, ('returned'::character varying)::text, ('late'::character varying)::text, ('released'::character varying)::text])))
);
ALTER TABLE public.annotations_assignment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_assignment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_bulkoperation (
    id uuid NOT NULL,
    verb character varying(40) NOT NULL,
    details jsonb NOT NULL,
    before jsonb NOT NULL,
    n_items integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL,
    CONSTRAINT annotations_bulkoperation_n_items_check CHECK ((n_items >= 0))
);
CREATE TABLE public.annotations_comment (
    id bigint NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    answers_id bigint,
    author_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL,
    item_id bigint NOT NULL
);
ALTER TABLE public.annotations_comment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_comment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_cursor (
    id bigint NOT NULL,
    priority smallint NOT NULL,
    "position" integer NOT NULL,
    exhausted_at timestamp with time zone,
    annotator_id uuid NOT NULL,
    task_id uuid NOT NULL
);
ALTER TABLE public.annotations_cursor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_cursor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_disagreement (
    id bigint NOT NULL,
    score double precision NOT NULL,
    n_labels smallint NOT NULL,
    task_id uuid NOT NULL,
    question_id bigint NOT NULL,
    item_id bigint NOT NULL,
    CONSTRAINT annotations_disagreement_n_labels_check CHECK ((n_labels >= 0)),
    CONSTRAINT disagreement_score_range CHECK (((score >= (0.0)::double precision) AND (score <= (1.0)::double precision)))
);
ALTER TABLE public.annotations_disagreement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_disagreement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_draft (
    id bigint NOT NULL,
    version integer NOT NULL,
    saved_by_page character varying(64) NOT NULL,
    page_save bigint NOT NULL,
    answers jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    annotation_id bigint,
    annotator_id uuid,
    assignment_id bigint,
    item_id bigint,
    CONSTRAINT annotations_draft_version_check CHECK ((version >= 0)),
    CONSTRAINT draft_of_one_object CHECK ((((annotation_id IS NULL) AND (annotator_id IS NULL) AND (assignment_id IS NOT NULL) AND (item_id IS NULL)) OR ((annotation_id IS NOT NULL) AND (annotator_id IS NOT NULL) AND (assignment_id IS NULL) AND (item_id IS NULL)) OR ((annotation_id IS NULL) AND (annotator_id IS NOT NULL) AND (assignment_id IS NULL) AND (item_id IS NOT NULL))))
);
ALTER TABLE public.annotations_draft ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_draft_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_evidence (
    id bigint NOT NULL,
    quote text NOT NULL,
    field character varying(200) NOT NULL,
    start integer,
    "end" integer,
    source_sha256 character varying(64) NOT NULL,
    match character varying(10) NOT NULL,
    score double precision,
    judgement_id bigint NOT NULL,
    CONSTRAINT annotations_evidence_end_check CHECK (("end" >= 0)),
    CONSTRAINT annotations_evidence_start_check CHECK ((start >= 0)),
    CONSTRAINT evidence_found_has_offsets CHECK (((((match)::text = 'missing'::text) AND (start IS NULL)) OR ((NOT ((match)::text = 'missing'::text)) AND (start IS NOT NULL)))),
    CONSTRAINT evidence_match_known CHECK (((match)::text = ANY (ARRAY[('exact'::character varying)::text, ('whitespace'::character varying)::text, ('fuzzy'::character varying)::text, ('missing'::character varying)::text])))
);
ALTER TABLE public.annotations_evidence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_evidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_exportjob (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    kind character varying(14) NOT NULL,
    format character varying(40) NOT NULL,
    options jsonb NOT NULL,
    rows_total integer,
    rows_written integer NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    stored_path character varying(500) NOT NULL,
    manifest jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    expires_at timestamp with time zone,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL,
    CONSTRAINT annotations_exportjob_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT annotations_exportjob_rows_total_check CHECK ((rows_total >= 0)),
    CONSTRAINT annotations_exportjob_rows_written_check CHECK ((rows_written >= 0)),
    CONSTRAINT export_done_is_complete CHECK (((NOT ((state)::text = 'done'::text)) OR (NOT ((sha256)::text = ''::text)))),
    CONSTRAINT export_kind_known CHECK (((kind)::text = ANY (ARRAY[('ground_truth'::character varying)::text, ('annotations'::character varying)::text])))
);
CREATE TABLE public.annotations_groundtruth (
    id bigint NOT NULL,
    version integer NOT NULL,
    value jsonb NOT NULL,
    number double precision,
    source character varying(20) NOT NULL,
    share double precision,
    confidence double precision,
    people integer DEFAULT 0 NOT NULL,
    machines integer DEFAULT 0 NOT NULL,
    simulated boolean DEFAULT false NOT NULL,
    details jsonb NOT NULL,
    is_current boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_by_id uuid,
    supersedes_id bigint,
    question_id bigint NOT NULL,
    item_id bigint NOT NULL,
    CONSTRAINT annotations_groundtruth_machines_check CHECK ((machines >= 0)),
    CONSTRAINT annotations_groundtruth_people_check CHECK ((people >= 0)),
    CONSTRAINT annotations_groundtruth_version_check CHECK ((version >= 0)),
    CONSTRAINT ground_truth_by_people CHECK (((NOT ((source)::text = ANY (ARRAY[('adjudicated'::character varying)::text, ('expert'::character varying)::text, ('imported'::character varying)::text, ('consensus'::character varying)::text]))) OR ((machines = 0) AND (NOT simulated)))),
    CONSTRAINT ground_truth_confidence_range CHECK (((confidence IS NULL) OR ((confidence >= (0.0)::double precision) AND (confidence <= (1.0)::double precision)))),
    CONSTRAINT ground_truth_share_range CHECK (((share IS NULL) OR ((share >= (0.0)::double precision) AND (share <= (1.0)::double precision))))
);
ALTER TABLE public.annotations_groundtruth ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_groundtruth_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_importjob (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    kind character varying(12) NOT NULL,
    format character varying(40) NOT NULL,
    file_name character varying(255) NOT NULL,
    stored_path character varying(500) NOT NULL,
    mapping jsonb NOT NULL,
    rows_read integer NOT NULL,
    rows_stored integer NOT NULL,
    rows_repeated integer NOT NULL,
    error_count integer NOT NULL,
    errors jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL,
    CONSTRAINT annotations_importjob_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT annotations_importjob_error_count_check CHECK ((error_count >= 0)),
    CONSTRAINT annotations_importjob_rows_read_check CHECK ((rows_read >= 0)),
    CONSTRAINT annotations_importjob_rows_repeated_check CHECK ((rows_repeated >= 0)),
    CONSTRAINT annotations_importjob_rows_stored_check CHECK ((rows_stored >= 0)),
    CONSTRAINT import_kind_known CHECK (((kind)::text = ANY (ARRAY[('annotations'::character varying)::text, ('prelabels'::character varying)::text])))
);
CREATE TABLE public.annotations_judgement (
    id bigint NOT NULL,
    value jsonb,
    number double precision,
    justification text NOT NULL,
    confidence double precision,
    abstained boolean NOT NULL,
    failure text DEFAULT ''::text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    annotation_id bigint NOT NULL,
    question_id bigint NOT NULL,
    CONSTRAINT judgement_confidence_range CHECK (((confidence IS NULL) OR ((confidence >= (0.0)::double precision) AND (confidence <= (1.0)::double precision)))),
    CONSTRAINT judgement_failure_has_no_value CHECK (((failure = ''::text) OR abstained)),
    CONSTRAINT judgement_value_or_abstained CHECK ((((NOT abstained) AND (value IS NOT NULL)) OR (abstained AND (value IS NULL))))
);
ALTER TABLE public.annotations_judgement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_judgement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_metric (
    id uuid NOT NULL,
    key character varying(64) NOT NULL,
    version integer NOT NULL,
    title character varying(500) NOT NULL,
    label_type character varying(40) NOT NULL,
    config jsonb NOT NULL,
    criteria jsonb NOT NULL,
    direction character varying(6) NOT NULL,
    pass_at double precision,
    method character varying(100) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT annotations_metric_version_check CHECK ((version >= 0)),
    CONSTRAINT metric_direction_known CHECK (((direction)::text = ANY (ARRAY[('higher'::character varying)::text, ('lower'::character varying)::text, ('none'::character varying)::text]))),
    CONSTRAINT metric_pass_has_direction CHECK (((pass_at IS NULL) OR (NOT ((direction)::text = 'none'::text)))),
    CONSTRAINT metric_version_from_one CHECK ((version >= 1))
);
CREATE TABLE public.annotations_notification (
    id bigint NOT NULL,
    verb character varying(20) NOT NULL,
    text character varying(300) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    actor_id uuid,
    comment_id bigint,
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    item_id bigint
);
ALTER TABLE public.annotations_notification ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_notification_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_question (
    id bigint NOT NULL,
    key character varying(64) NOT NULL,
    "position" smallint NOT NULL,
    title character varying(500) NOT NULL,
    help text NOT NULL,
    label_type character varying(40) NOT NULL,
    config jsonb NOT NULL,
    required boolean NOT NULL,
    show_if jsonb,
    require_if jsonb,
    reason character varying(8) NOT NULL,
    evidence character varying(8) NOT NULL,
    metric_id uuid,
    schema_version_id bigint NOT NULL,
    CONSTRAINT annotations_question_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.annotations_question ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_schemaversion (
    id bigint NOT NULL,
    number integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    frozen_at timestamp with time zone,
    value_map jsonb NOT NULL,
    task_id uuid NOT NULL,
    CONSTRAINT annotations_schemaversion_number_check CHECK ((number >= 0))
);
ALTER TABLE public.annotations_schemaversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_schemaversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_taskitem (
    id bigint NOT NULL,
    outputs bigint[] NOT NULL,
    "position" integer NOT NULL,
    priority smallint NOT NULL,
    open_slots smallint NOT NULL,
    closed_reason character varying(40) NOT NULL,
    task_id uuid NOT NULL,
    test_case_id bigint NOT NULL,
    CONSTRAINT annotations_taskitem_position_check CHECK (("position" >= 0)),
    CONSTRAINT item_slots_not_negative CHECK ((open_slots >= 0))
);
ALTER TABLE public.annotations_taskitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_taskitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.annotations_taskteam (
    id bigint NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL,
    team_id uuid NOT NULL
);
ALTER TABLE public.annotations_taskteam ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.annotations_taskteam_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.datasets_caseblock (
    id bigint NOT NULL,
    field character varying(200) NOT NULL,
    first_row integer NOT NULL,
    last_row integer NOT NULL,
    "values" bigint[] NOT NULL,
    counts integer[] NOT NULL,
    version_id uuid NOT NULL,
    CONSTRAINT datasets_caseblock_first_row_check CHECK ((first_row >= 0)),
    CONSTRAINT datasets_caseblock_last_row_check CHECK ((last_row >= 0))
);
ALTER TABLE public.datasets_caseblock ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.datasets_caseblock_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.datasets_casesearch (
    case_id bigint NOT NULL,
    vector tsvector NOT NULL
);
CREATE TABLE public.datasets_dataset (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    description text NOT NULL,
    type character varying(20) NOT NULL,
    tags jsonb NOT NULL,
    is_listed boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT dataset_type_known CHECK (((type)::text = ANY (ARRAY[('EVALUATION'::character varying)::text, ('BENCHMARK'::character varying)::text, ('GOLDEN_SET'::character varying)::text, ('ANNOTATION_QUEUE'::character varying)::text])))
);
CREATE TABLE public.datasets_datasetversion (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    version_number integer NOT NULL,
    description text NOT NULL,
    status character varying(12) NOT NULL,
    is_open boolean DEFAULT false NOT NULL,
    validation_status character varying(8) NOT NULL,
    file_format character varying(40) NOT NULL,
    file_name character varying(255) NOT NULL,
    stored_path character varying(500) NOT NULL,
    size_bytes bigint NOT NULL,
    encoding character varying(20) DEFAULT ''::character varying NOT NULL,
    mapping jsonb NOT NULL,
    labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    columns jsonb NOT NULL,
    schema_hash character varying(64) NOT NULL,
    row_count integer NOT NULL,
    unindexed_from integer,
    validation_errors jsonb NOT NULL,
    error_count integer NOT NULL,
    error_groups jsonb DEFAULT '[]'::jsonb NOT NULL,
    rows_read integer DEFAULT 0 NOT NULL,
    is_cut boolean DEFAULT false NOT NULL,
    leaves_out_bad_rows boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    created_by_id uuid,
    dataset_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    purpose character varying(20) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT datasets_datasetversion_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT datasets_datasetversion_error_count_check CHECK ((error_count >= 0)),
    CONSTRAINT datasets_datasetversion_row_count_check CHECK ((row_count >= 0)),
    CONSTRAINT datasets_datasetversion_rows_read_check CHECK ((rows_read >= 0)),
    CONSTRAINT datasets_datasetversion_unindexed_from_check CHECK ((unindexed_from >= 0)),
    CONSTRAINT datasets_datasetversion_version_number_check CHECK ((version_number >= 0)),
    CONSTRAINT version_open_is_draft CHECK (((NOT is_open) OR (((state)::text = 'done'::text) AND ((status)::text = 'DRAFT'::text) AND ((validation_status)::text = 'VALID'::text)))),
    CONSTRAINT version_published_is_valid CHECK (((NOT ((status)::text = 'PUBLISHED'::text)) OR ((validation_status)::text = 'VALID'::text))),
    CONSTRAINT version_rows_only_when_valid CHECK ((((validation_status)::text = 'VALID'::text) OR (row_count = 0))),
    CONSTRAINT version_status_known CHECK (((status)::text = ANY (ARRAY[('DRAFT'::character varying)::text, ('PUBLISHED'::character varying)::text, ('DEPRECATED'::character varying)::text]))),
    CONSTRAINT version_validation_known CHECK (((validation_status)::text = ANY (ARRAY[('PENDING'::character varying)::text, ('VALID'::character varying)::text, ('INVALID'::character varying)::text])))
);
CREATE TABLE public.datasets_modeloutput (
    id bigint NOT NULL,
    repetition smallint DEFAULT 1 NOT NULL,
    text text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    finish_reason character varying(40) DEFAULT ''::character varying NOT NULL,
    latency_ms double precision,
    tokens_in integer,
    tokens_out integer,
    cost_usd numeric(18,10),
    occurred_at timestamp with time zone,
    text_sha256 character varying(64) NOT NULL,
    simulated boolean DEFAULT false NOT NULL,
    produced boolean DEFAULT false NOT NULL,
    test_case_id bigint NOT NULL,
    system_id uuid NOT NULL,
    CONSTRAINT datasets_modeloutput_repetition_check CHECK ((repetition >= 0)),
    CONSTRAINT datasets_modeloutput_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT datasets_modeloutput_tokens_out_check CHECK ((tokens_out >= 0)),
    CONSTRAINT output_cost_not_negative CHECK (((cost_usd IS NULL) OR (cost_usd >= (0)::numeric))),
    CONSTRAINT output_repetition_from_one CHECK ((repetition >= 1))
);
ALTER TABLE public.datasets_modeloutput ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.datasets_modeloutput_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.datasets_outputsearch (
    output_id bigint NOT NULL,
    vector tsvector NOT NULL
);
CREATE TABLE public.datasets_partialupload (
    id uuid NOT NULL,
    file_name character varying(255) NOT NULL,
    fingerprint character varying(100) NOT NULL,
    size_bytes bigint NOT NULL,
    received_bytes bigint NOT NULL,
    stored_path character varying(500) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    created_by_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT partial_upload_bounds CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes) AND (size_bytes >= 1)))
);
CREATE TABLE public.datasets_system (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    model character varying(200) NOT NULL,
    model_version character varying(200) NOT NULL,
    provider character varying(100) NOT NULL,
    prompt text NOT NULL,
    system_prompt text NOT NULL,
    parameters jsonb NOT NULL,
    fingerprint character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL
);
CREATE TABLE public.datasets_testcase (
    id bigint NOT NULL,
    row_index integer NOT NULL,
    external_id text,
    input jsonb NOT NULL,
    expected_output text,
    acceptable_answers jsonb DEFAULT '[]'::jsonb NOT NULL,
    metadata jsonb NOT NULL,
    version_id uuid NOT NULL,
    CONSTRAINT datasets_testcase_row_index_check CHECK ((row_index >= 0))
);
ALTER TABLE public.datasets_testcase ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.datasets_testcase_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.events_outboxevent (
    id uuid NOT NULL,
    sequence bigint,
    type character varying(60) NOT NULL,
    object_type character varying(60) NOT NULL,
    object_id character varying(64) NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT outbox_from_1 CHECK (((sequence IS NULL) OR (sequence >= 1)))
);
CREATE TABLE public.events_webhookattempt (
    id bigint NOT NULL,
    number smallint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    milliseconds integer NOT NULL,
    status_code smallint,
    excerpt text NOT NULL,
    error text NOT NULL,
    delivery_id bigint NOT NULL,
    CONSTRAINT events_webhookattempt_milliseconds_check CHECK ((milliseconds >= 0)),
    CONSTRAINT events_webhookattempt_number_check CHECK ((number >= 0)),
    CONSTRAINT events_webhookattempt_status_code_check CHECK ((status_code >= 0))
);
ALTER TABLE public.events_webhookattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_webhookattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_webhookdelivery (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id bigint NOT NULL,
    url character varying(2000) DEFAULT ''::character varying NOT NULL,
    attempts_before smallint DEFAULT 0 NOT NULL,
    crashes smallint DEFAULT 0 NOT NULL,
    status_code smallint,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    event_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    CONSTRAINT events_webhookdelivery_attempts_before_check CHECK ((attempts_before >= 0)),
    CONSTRAINT events_webhookdelivery_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT events_webhookdelivery_crashes_check CHECK ((crashes >= 0)),
    CONSTRAINT events_webhookdelivery_status_code_check CHECK ((status_code >= 0)),
    CONSTRAINT webhook_delivery_state CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text]))),
    CONSTRAINT webhook_failed_has_reason CHECK ((NOT ((last_error = ''::text) AND ((state)::text = 'failed'::text))))
);
ALTER TABLE public.events_webhookdelivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_webhookdelivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events_webhookendpoint (
    id uuid NOT NULL,
    kind character varying(8) NOT NULL,
    url character varying(2000) NOT NULL,
    description character varying(200) NOT NULL,
    event_types jsonb NOT NULL,
    encrypted text NOT NULL,
    previous_encrypted text NOT NULL,
    previous_until timestamp with time zone,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT webhook_address_has_url CHECK (((((kind)::text = 'requests'::text) AND ((url)::text = ''::text)) OR ((NOT ((kind)::text = 'requests'::text)) AND (NOT ((url)::text = ''::text))))),
    CONSTRAINT webhook_disabled_has_reason CHECK ((((disabled_at IS NULL) AND (disabled_reason = ''::text)) OR ((disabled_at IS NOT NULL) AND (NOT (disabled_reason = ''::text))))),
    CONSTRAINT webhook_kind_known CHECK (((kind)::text = ANY (ARRAY[('address'::character varying)::text, ('requests'::character varying)::text])))
);
CREATE TABLE public.experiments_allocation (
    id bigint NOT NULL,
    unit character varying(200) NOT NULL,
    propensity double precision NOT NULL,
    shares_number integer NOT NULL,
    created_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    experiment_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    CONSTRAINT allocation_propensity_range CHECK (((propensity > (0.0)::double precision) AND (propensity <= (1.0)::double precision))),
    CONSTRAINT experiments_allocation_shares_number_check CHECK ((shares_number >= 0))
);
ALTER TABLE public.experiments_allocation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_allocation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_benchmarksuite (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    version character varying(50) NOT NULL,
    description text NOT NULL,
    aggregation character varying(10) NOT NULL,
    definition text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT benchmark_suite_aggregation_known CHECK (((aggregation)::text = ANY (ARRAY[('macro'::character varying)::text, ('micro'::character varying)::text])))
);
CREATE TABLE public.experiments_benchmarktask (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    key character varying(100) NOT NULL,
    title character varying(200) NOT NULL,
    category character varying(100) NOT NULL,
    needs character varying(100)[] NOT NULL,
    metrics jsonb NOT NULL,
    prompt text NOT NULL,
    judge character varying(200) DEFAULT ''::character varying NOT NULL,
    estimated_seconds double precision NOT NULL,
    calls integer NOT NULL,
    weight double precision NOT NULL,
    timeout_seconds double precision,
    min_coverage double precision NOT NULL,
    dataset_version_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    suite_id uuid NOT NULL,
    CONSTRAINT benchmark_task_coverage_range CHECK (((min_coverage >= (0.0)::double precision) AND (min_coverage <= (1.0)::double precision))),
    CONSTRAINT benchmark_task_seconds_not_negative CHECK ((estimated_seconds >= (0.0)::double precision)),
    CONSTRAINT benchmark_task_timeout_above_zero CHECK (((timeout_seconds IS NULL) OR (timeout_seconds > (0.0)::double precision))),
    CONSTRAINT benchmark_task_weight_above_zero CHECK ((weight > (0.0)::double precision)),
    CONSTRAINT experiments_benchmarktask_calls_check CHECK ((calls >= 0)),
    CONSTRAINT experiments_benchmarktask_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.experiments_benchmarktask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_benchmarktask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_evaluation (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    type character varying(10) NOT NULL,
    repetitions smallint DEFAULT 1 NOT NULL,
    reducer character varying(8) DEFAULT 'mean'::character varying NOT NULL,
    sampling jsonb NOT NULL,
    collection character varying(7) DEFAULT ''::character varying NOT NULL,
    collected_to bigint DEFAULT 0 NOT NULL,
    n_left_out integer DEFAULT 0 NOT NULL,
    reuse boolean NOT NULL,
    cost_cap_usd numeric(18,10),
    webhook_url character varying(500) NOT NULL,
    metadata jsonb NOT NULL,
    slice_by character varying(200)[] NOT NULL,
    n_outputs integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    baseline_id uuid,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    run_id uuid,
    system_id uuid,
    task_id uuid NOT NULL,
    CONSTRAINT evaluation_cap_above_zero CHECK (((cost_cap_usd IS NULL) OR (cost_cap_usd > (0)::numeric))),
    CONSTRAINT evaluation_end_has_state CHECK (((finished_at IS NULL) OR ((state)::text = ANY (ARRAY[('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text])))),
    CONSTRAINT evaluation_not_its_own_baseline CHECK ((NOT ((baseline_id = id) AND (baseline_id IS NOT NULL)))),
    CONSTRAINT evaluation_online_collects CHECK (((((collection)::text = ANY (ARRAY[('on'::character varying)::text, ('paused'::character varying)::text, ('stopped'::character varying)::text])) AND ((type)::text = 'ONLINE'::text)) OR ((NOT ((type)::text = 'ONLINE'::text)) AND ((collection)::text = ''::text)))),
    CONSTRAINT evaluation_reducer_known CHECK ((((reducer)::text = 'mean'::text) OR ((repetitions > 1) AND (((reducer)::text = 'majority'::text) OR ((reducer)::text ~ '^pass@[1-9][0-9]{0,2}$'::text))))),
    CONSTRAINT evaluation_repetitions_range CHECK (((repetitions >= 1) AND (repetitions <= 100))),
    CONSTRAINT evaluation_run_has_system CHECK (((run_id IS NULL) OR (system_id IS NOT NULL))),
    CONSTRAINT evaluation_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text]))),
    CONSTRAINT evaluation_type_known CHECK (((type)::text = ANY (ARRAY[('SINGLE'::character varying)::text, ('BATCH'::character varying)::text, ('BENCHMARK'::character varying)::text, ('AB_TEST'::character varying)::text, ('REGRESSION'::character varying)::text, ('ONLINE'::character varying)::text]))),
    CONSTRAINT experiments_evaluation_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT experiments_evaluation_n_left_out_check CHECK ((n_left_out >= 0)),
    CONSTRAINT experiments_evaluation_n_outputs_check CHECK ((n_outputs >= 0)),
    CONSTRAINT experiments_evaluation_repetitions_check CHECK ((repetitions >= 0))
);
CREATE TABLE public.experiments_evaluationscorer (
    id bigint NOT NULL,
    annotator_id uuid NOT NULL,
    evaluation_id uuid NOT NULL,
    question_id bigint NOT NULL
);
ALTER TABLE public.experiments_evaluationscorer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_evaluationscorer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_evidence (
    id bigint NOT NULL,
    "position" integer NOT NULL,
    title character varying(500) NOT NULL,
    url text NOT NULL,
    raw_content text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    window_id uuid NOT NULL,
    CONSTRAINT evidence_position_from_one CHECK (("position" >= 1)),
    CONSTRAINT experiments_evidence_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.experiments_evidence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_evidence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_evidenceview (
    id bigint NOT NULL,
    view character varying(12) NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    evidence_id bigint NOT NULL,
    request_id bigint,
    CONSTRAINT evidence_view_known CHECK (((view)::text = ANY (ARRAY[('cleaned'::character varying)::text, ('neutralized'::character varying)::text, ('abstracted'::character varying)::text])))
);
ALTER TABLE public.experiments_evidenceview ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_evidenceview_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_evidencewindow (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    concept character varying(300) NOT NULL,
    start_date date,
    end_date date,
    is_listed boolean DEFAULT true NOT NULL,
    country character varying(100) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT window_ends_after_start CHECK (((start_date IS NULL) OR (end_date IS NULL) OR (end_date >= start_date)))
);
CREATE TABLE public.experiments_experiment (
    id uuid NOT NULL,
    name character varying(255) NOT NULL,
    hypothesis text NOT NULL,
    type character varying(17) NOT NULL,
    status character varying(9) NOT NULL,
    method character varying(11) NOT NULL,
    significance_level double precision NOT NULL,
    minimum_sample_size integer NOT NULL,
    planned_n integer NOT NULL,
    minimum_days integer NOT NULL,
    maximum_duration_days integer,
    prior_deviation double precision,
    least_effect double precision NOT NULL,
    is_aa boolean NOT NULL,
    scoring jsonb NOT NULL,
    cost_cap_usd numeric(18,10),
    allocation_policy jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    concluded_at timestamp with time zone,
    notes text NOT NULL,
    concluded_by_id uuid,
    created_by_id uuid,
    dataset_version_id uuid,
    organization_id uuid NOT NULL,
    repeats_id uuid,
    conclusion_id bigint,
    winner_id uuid,
    CONSTRAINT experiment_bandit_is_traffic CHECK (((NOT ((type)::text = 'MULTI_ARM_BANDIT'::text)) OR (dataset_version_id IS NULL))),
    CONSTRAINT experiment_concluded_has_time CHECK (((NOT ((status)::text = 'CONCLUDED'::text)) OR (concluded_at IS NOT NULL))),
    CONSTRAINT experiment_conclusion_when_concluded CHECK ((((status)::text = ANY (ARRAY[('CONCLUDED'::character varying)::text, ('ARCHIVED'::character varying)::text])) OR ((concluded_at IS NULL) AND (notes = ''::text) AND (winner_id IS NULL)))),
    CONSTRAINT experiment_effect_range CHECK ((least_effect >= (0.0)::double precision)),
    CONSTRAINT experiment_method_known CHECK (((method)::text = ANY (ARRAY[('frequentist'::character varying)::text, ('bayesian'::character varying)::text, ('sequential'::character varying)::text]))),
    CONSTRAINT experiment_planned_n_above_zero CHECK ((planned_n >= 1)),
    CONSTRAINT experiment_prior_above_zero CHECK (((prior_deviation IS NULL) OR (prior_deviation > (0.0)::double precision))),
    CONSTRAINT experiment_significance_range CHECK (((significance_level >= (0.0001)::double precision) AND (significance_level <= (0.5)::double precision))),
    CONSTRAINT experiment_started_unless_draft CHECK ((((started_at IS NULL) AND ((status)::text = 'DRAFT'::text)) OR ((status)::text = 'ARCHIVED'::text) OR (started_at IS NOT NULL))),
    CONSTRAINT experiment_status_known CHECK (((status)::text = ANY (ARRAY[('DRAFT'::character varying)::text, ('RUNNING'::character varying)::text, ('PAUSED'::character varying)::text, ('CONCLUDED'::character varying)::text, ('ARCHIVED'::character varying)::text]))),
    CONSTRAINT experiment_type_known CHECK (((type)::text = ANY (ARRAY[('AB_TEST'::character varying)::text, ('MULTI_ARM_BANDIT'::character varying)::text, ('PROMPT_COMPARISON'::character varying)::text, ('MODEL_COMPARISON'::character varying)::text]))),
    CONSTRAINT experiments_experiment_maximum_duration_days_check CHECK ((maximum_duration_days >= 0)),
    CONSTRAINT experiments_experiment_minimum_days_check CHECK ((minimum_days >= 0)),
    CONSTRAINT experiments_experiment_minimum_sample_size_check CHECK ((minimum_sample_size >= 0)),
    CONSTRAINT experiments_experiment_planned_n_check CHECK ((planned_n >= 0))
);
CREATE TABLE public.experiments_experimentlook (
    id bigint NOT NULL,
    number integer NOT NULL,
    n integer NOT NULL,
    verdict character varying(12) NOT NULL,
    sentence text NOT NULL,
    figures jsonb NOT NULL,
    data_fingerprint character varying(64) NOT NULL,
    code_version character varying(40) NOT NULL,
    looked_at timestamp with time zone NOT NULL,
    experiment_id uuid NOT NULL,
    looked_by_id uuid,
    CONSTRAINT experiment_look_verdict_known CHECK (((verdict)::text = ANY (ARRAY[('ship'::character varying)::text, ('roll_back'::character varying)::text, ('keep_testing'::character varying)::text, ('inconclusive'::character varying)::text, ('unhealthy'::character varying)::text]))),
    CONSTRAINT experiments_experimentlook_n_check CHECK ((n >= 0)),
    CONSTRAINT experiments_experimentlook_number_check CHECK ((number >= 0))
);
ALTER TABLE public.experiments_experimentlook ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_experimentlook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_experimentmetric (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    "position" smallint NOT NULL,
    role character varying(9) NOT NULL,
    direction character varying(6) NOT NULL,
    margin double precision NOT NULL,
    scores character varying(9) NOT NULL,
    experiment_id uuid NOT NULL,
    CONSTRAINT experiment_metric_direction_known CHECK (((direction)::text = ANY (ARRAY[('higher'::character varying)::text, ('lower'::character varying)::text]))),
    CONSTRAINT experiment_metric_margin_range CHECK ((margin >= (0.0)::double precision)),
    CONSTRAINT experiment_metric_role_known CHECK (((role)::text = ANY (ARRAY[('primary'::character varying)::text, ('guardrail'::character varying)::text, ('secondary'::character varying)::text]))),
    CONSTRAINT experiment_metric_scores_known CHECK (((scores)::text = ANY (ARRAY[('machines'::character varying)::text, ('people'::character varying)::text, ('corrected'::character varying)::text]))),
    CONSTRAINT experiments_experimentmetric_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.experiments_experimentmetric ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_experimentmetric_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_gate (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    expression text NOT NULL,
    baseline_rule character varying(11) NOT NULL,
    least_cases integer NOT NULL,
    least_scored_share double precision NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    baseline_id uuid,
    created_by_id uuid,
    dataset_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT experiments_gate_least_cases_check CHECK ((least_cases >= 0)),
    CONSTRAINT gate_baseline_is_pinned CHECK (((baseline_id IS NULL) OR ((baseline_rule)::text = ANY (ARRAY[('pinned'::character varying)::text, ('last_passed'::character varying)::text])))),
    CONSTRAINT gate_baseline_rule_known CHECK (((baseline_rule)::text = ANY (ARRAY[('none'::character varying)::text, ('pinned'::character varying)::text, ('last_passed'::character varying)::text, ('own'::character varying)::text]))),
    CONSTRAINT gate_least_cases_above_zero CHECK ((least_cases >= 1)),
    CONSTRAINT gate_scored_share_range CHECK (((least_scored_share >= (0.0)::double precision) AND (least_scored_share <= (1.0)::double precision)))
);
CREATE TABLE public.experiments_gateresult (
    id uuid NOT NULL,
    expression text NOT NULL,
    state character varying(9) NOT NULL,
    reason text NOT NULL,
    conditions jsonb NOT NULL,
    decided_at timestamp with time zone NOT NULL,
    baseline_id uuid,
    decided_by_id uuid,
    evaluation_id uuid NOT NULL,
    gate_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT gate_result_state_known CHECK (((state)::text = ANY (ARRAY[('passed'::character varying)::text, ('failed'::character varying)::text, ('undecided'::character varying)::text]))),
    CONSTRAINT gate_result_undecided_has_reason CHECK (((NOT ((state)::text = 'undecided'::text)) OR (NOT (reason = ''::text))))
);
CREATE TABLE public.experiments_scorelane (
    stage_id bigint NOT NULL,
    sample_id bigint NOT NULL
);
CREATE TABLE public.experiments_scoresummary (
    id bigint NOT NULL,
    slice character varying(320) NOT NULL,
    n_total integer NOT NULL,
    n_scored integer NOT NULL,
    n_passed integer,
    failed jsonb NOT NULL,
    mean double precision,
    m2 double precision,
    min double precision,
    max double precision,
    quantiles jsonb NOT NULL,
    histogram jsonb NOT NULL,
    score_modes jsonb DEFAULT '{}'::jsonb NOT NULL,
    corpus jsonb DEFAULT '{}'::jsonb NOT NULL,
    cases jsonb DEFAULT '{}'::jsonb NOT NULL,
    cost_usd numeric(18,10),
    high_water bigint NOT NULL,
    computed_at timestamp with time zone NOT NULL,
    annotator_id uuid NOT NULL,
    evaluation_id uuid NOT NULL,
    question_id bigint NOT NULL,
    CONSTRAINT experiments_scoresummary_n_passed_check CHECK ((n_passed >= 0)),
    CONSTRAINT experiments_scoresummary_n_scored_check CHECK ((n_scored >= 0)),
    CONSTRAINT experiments_scoresummary_n_total_check CHECK ((n_total >= 0)),
    CONSTRAINT score_summary_mean_has_scores CHECK ((((mean IS NULL) AND (n_scored = 0)) OR (n_scored > 0))),
    CONSTRAINT score_summary_n_of_total CHECK ((n_scored <= n_total))
);
ALTER TABLE public.experiments_scoresummary ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_scoresummary_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_study (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    settings jsonb NOT NULL,
    evidence_to integer NOT NULL,
    left_out jsonb NOT NULL,
    is_sample boolean DEFAULT false NOT NULL,
    is_listed boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    dataset_version_id uuid,
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    window_id uuid NOT NULL,
    CONSTRAINT experiments_study_evidence_to_check CHECK ((evidence_to >= 0)),
    CONSTRAINT study_has_evidence CHECK ((evidence_to >= 1))
);
CREATE TABLE public.experiments_studysample (
    id bigint NOT NULL,
    model character varying(200) NOT NULL,
    ordinal smallint NOT NULL,
    seed integer NOT NULL,
    rubric jsonb,
    label_mapping jsonb NOT NULL,
    tokens character varying(6)[] NOT NULL,
    request_id bigint,
    schema_version_id bigint,
    study_id uuid NOT NULL,
    task_id uuid,
    CONSTRAINT experiments_studysample_ordinal_check CHECK ((ordinal >= 0)),
    CONSTRAINT sample_rubric_has_task CHECK ((((rubric IS NULL) AND (schema_version_id IS NULL) AND (task_id IS NULL)) OR ((rubric IS NOT NULL) AND (schema_version_id IS NOT NULL) AND (task_id IS NOT NULL))))
);
ALTER TABLE public.experiments_studysample ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_studysample_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_suiterun (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    parallelism smallint NOT NULL,
    calls integer NOT NULL,
    is_paused boolean DEFAULT false NOT NULL,
    plan jsonb NOT NULL,
    cost_cap_usd numeric(18,10),
    webhook_url character varying(500) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    suite_id uuid NOT NULL,
    system_id uuid NOT NULL,
    CONSTRAINT experiments_suiterun_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT experiments_suiterun_calls_check CHECK ((calls >= 0)),
    CONSTRAINT experiments_suiterun_parallelism_check CHECK ((parallelism >= 0)),
    CONSTRAINT suite_run_ends_after_its_start CHECK (((finished_at IS NULL) OR (finished_at >= created_at))),
    CONSTRAINT suite_run_parallelism_range CHECK (((parallelism >= 1) AND (parallelism <= 100))),
    CONSTRAINT suite_run_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text])))
);
CREATE TABLE public.experiments_suiteruntask (
    id bigint NOT NULL,
    state character varying(10) NOT NULL,
    reason text NOT NULL,
    tries smallint NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    evaluation_id uuid,
    run_id uuid NOT NULL,
    task_id bigint NOT NULL,
    CONSTRAINT experiments_suiteruntask_tries_check CHECK ((tries >= 0)),
    CONSTRAINT suite_run_task_end_has_reason CHECK (((NOT ((state)::text = ANY (ARRAY[('failed'::character varying)::text, ('skipped'::character varying)::text]))) OR (NOT (reason = ''::text)))),
    CONSTRAINT suite_run_task_has_evaluation CHECK (((NOT ((state)::text = ANY (ARRAY[('running'::character varying)::text, ('completed'::character varying)::text]))) OR (evaluation_id IS NOT NULL))),
    CONSTRAINT suite_run_task_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('completed'::character varying)::text, ('failed'::character varying)::text, ('skipped'::character varying)::text, ('cancelled'::character varying)::text])))
);
ALTER TABLE public.experiments_suiteruntask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_suiteruntask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_trafficoutcome (
    id bigint NOT NULL,
    value double precision NOT NULL,
    occurred_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    allocation_id bigint NOT NULL,
    experiment_id uuid NOT NULL,
    metric_id bigint NOT NULL,
    CONSTRAINT traffic_outcome_range CHECK (((value >= ('-1000000000000.0'::numeric)::double precision) AND (value <= (1000000000000.0)::double precision)))
);
ALTER TABLE public.experiments_trafficoutcome ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_trafficoutcome_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_trafficsummary (
    id bigint NOT NULL,
    shares_number integer NOT NULL,
    propensity double precision NOT NULL,
    n bigint NOT NULL,
    mean double precision NOT NULL,
    m2 double precision NOT NULL,
    histogram jsonb NOT NULL,
    counted_to bigint NOT NULL,
    experiment_id uuid NOT NULL,
    metric_id bigint,
    variant_id uuid NOT NULL,
    CONSTRAINT experiments_trafficsummary_n_check CHECK ((n >= 0)),
    CONSTRAINT experiments_trafficsummary_shares_number_check CHECK ((shares_number >= 0)),
    CONSTRAINT traffic_summary_range CHECK (((m2 >= (0.0)::double precision) AND (n >= 1)))
);
ALTER TABLE public.experiments_trafficsummary ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_trafficsummary_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.experiments_variant (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    "position" smallint NOT NULL,
    is_control boolean NOT NULL,
    traffic_allocation double precision NOT NULL,
    config jsonb NOT NULL,
    output_name character varying(200) NOT NULL,
    evaluation_id uuid,
    experiment_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    system_id uuid,
    CONSTRAINT experiments_variant_position_check CHECK (("position" >= 0)),
    CONSTRAINT variant_allocation_range CHECK (((traffic_allocation >= (0.0)::double precision) AND (traffic_allocation <= (1.0)::double precision)))
);
CREATE TABLE public.experiments_variantshares (
    id bigint NOT NULL,
    number integer NOT NULL,
    shares jsonb NOT NULL,
    posteriors jsonb NOT NULL,
    seed bigint NOT NULL,
    n bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    experiment_id uuid NOT NULL,
    CONSTRAINT experiments_variantshares_n_check CHECK ((n >= 0)),
    CONSTRAINT experiments_variantshares_number_check CHECK ((number >= 0))
);
ALTER TABLE public.experiments_variantshares ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.experiments_variantshares_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_audit (
    id bigint NOT NULL,
    verdict character varying(16) NOT NULL,
    reason_code character varying(40) NOT NULL,
    note text NOT NULL,
    blind boolean NOT NULL,
    ms_to_decide integer,
    mode character varying(14) DEFAULT 'assisted'::character varying NOT NULL,
    why jsonb NOT NULL,
    inclusion_probability double precision,
    decided_at timestamp with time zone NOT NULL,
    invalid_reason character varying(40) DEFAULT ''::character varying NOT NULL,
    auditor_id uuid NOT NULL,
    judgement_id bigint NOT NULL,
    own_judgement_id bigint,
    CONSTRAINT audit_inclusion_range CHECK (((inclusion_probability IS NULL) OR ((inclusion_probability > (0.0)::double precision) AND (inclusion_probability <= (1.0)::double precision)))),
    CONSTRAINT audit_mode_known CHECK (((mode)::text = ANY (ARRAY[('blind_first'::character varying)::text, ('assisted'::character varying)::text, ('critic_hidden'::character varying)::text]))),
    CONSTRAINT audit_override_has_value CHECK (((NOT ((verdict)::text = 'override'::text)) OR (own_judgement_id IS NOT NULL))),
    CONSTRAINT audit_verdict_known CHECK (((verdict)::text = ANY (ARRAY[('accept'::character varying)::text, ('override'::character varying)::text, ('evidence_wrong'::character varying)::text, ('cannot_judge'::character varying)::text, ('guideline_gap'::character varying)::text]))),
    CONSTRAINT reviews_audit_ms_to_decide_check CHECK ((ms_to_decide >= 0))
);
ALTER TABLE public.reviews_audit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_auditdraw (
    task_id uuid NOT NULL,
    last_annotation bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.reviews_auditlease (
    annotation_id bigint NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    auditor_id uuid NOT NULL
);
CREATE TABLE public.reviews_auditopening (
    id bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    seconds_in_view double precision DEFAULT 0.0 NOT NULL,
    annotation_id bigint NOT NULL,
    auditor_id uuid NOT NULL
);
ALTER TABLE public.reviews_auditopening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_auditopening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_auditpick (
    annotation_id bigint NOT NULL,
    reasons character varying(40)[] NOT NULL,
    place bigint NOT NULL,
    is_open boolean NOT NULL,
    item_id bigint NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL
);
CREATE TABLE public.reviews_auditpickmark (
    task_id uuid NOT NULL,
    last_event bigint NOT NULL,
    next_position integer,
    reasons_sha256 character varying(64) NOT NULL,
    CONSTRAINT reviews_auditpickmark_next_position_check CHECK ((next_position >= 0))
);
CREATE TABLE public.reviews_auditsample (
    id bigint NOT NULL,
    inclusion_probability double precision NOT NULL,
    drawn_at timestamp with time zone NOT NULL,
    annotation_id bigint NOT NULL,
    task_id uuid NOT NULL,
    CONSTRAINT audit_sample_probability CHECK (((inclusion_probability > (0.0)::double precision) AND (inclusion_probability <= (1.0)::double precision)))
);
ALTER TABLE public.reviews_auditsample ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_auditsample_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_budget (
    organization_id uuid NOT NULL,
    monthly_usd numeric(18,10),
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT budget_above_zero CHECK (((monthly_usd IS NULL) OR (monthly_usd > (0)::numeric)))
);
CREATE TABLE public.reviews_critique (
    id bigint NOT NULL,
    expert_agreement double precision,
    observability double precision,
    discriminability double precision,
    objections text NOT NULL,
    own_answers jsonb DEFAULT '{}'::jsonb NOT NULL,
    model character varying(200) NOT NULL,
    prompt_version character varying(100) NOT NULL,
    parser_version character varying(40) NOT NULL,
    simulated boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    annotation_id bigint,
    schema_version_id bigint,
    request_id bigint NOT NULL,
    CONSTRAINT critique_of_one_thing CHECK ((((annotation_id IS NOT NULL) AND (discriminability IS NULL) AND (expert_agreement >= (0.0)::double precision) AND (expert_agreement <= (1.0)::double precision) AND (observability IS NULL) AND (schema_version_id IS NULL)) OR ((annotation_id IS NULL) AND (discriminability >= (0.0)::double precision) AND (discriminability <= (1.0)::double precision) AND (expert_agreement IS NULL) AND (observability >= (0.0)::double precision) AND (observability <= (1.0)::double precision) AND (schema_version_id IS NOT NULL))))
);
ALTER TABLE public.reviews_critique ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_critique_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_dailytotal (
    id bigint NOT NULL,
    day date NOT NULL,
    model character varying(200) NOT NULL,
    kind character varying(20) NOT NULL,
    simulated boolean NOT NULL,
    calls integer NOT NULL,
    cost_usd numeric(18,10),
    unpriced integer NOT NULL,
    answers_usd numeric(18,10),
    answers_unpriced integer NOT NULL,
    latency_bins smallint[] NOT NULL,
    latency_counts integer[] NOT NULL,
    done integer NOT NULL,
    failed integer NOT NULL,
    items integer NOT NULL,
    labels integer NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid,
    CONSTRAINT reviews_dailytotal_answers_unpriced_check CHECK ((answers_unpriced >= 0)),
    CONSTRAINT reviews_dailytotal_calls_check CHECK ((calls >= 0)),
    CONSTRAINT reviews_dailytotal_done_check CHECK ((done >= 0)),
    CONSTRAINT reviews_dailytotal_failed_check CHECK ((failed >= 0)),
    CONSTRAINT reviews_dailytotal_items_check CHECK ((items >= 0)),
    CONSTRAINT reviews_dailytotal_labels_check CHECK ((labels >= 0)),
    CONSTRAINT reviews_dailytotal_unpriced_check CHECK ((unpriced >= 0))
);
ALTER TABLE public.reviews_dailytotal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_dailytotal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_dailytotalmark (
    organization_id uuid NOT NULL,
    until date NOT NULL
);
CREATE TABLE public.reviews_evaluationrun (
    id uuid NOT NULL,
    kind character varying(10) NOT NULL,
    name character varying(200) NOT NULL,
    round smallint DEFAULT 1 NOT NULL,
    desired_state character varying(6) NOT NULL,
    stop_at_stage character varying(40) NOT NULL,
    policy jsonb NOT NULL,
    status character varying(10) NOT NULL,
    current_stage character varying(40) NOT NULL,
    status_reason text NOT NULL,
    held_until timestamp with time zone,
    held_reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    supervised_at timestamp with time zone,
    finished_at timestamp with time zone,
    annotator_id uuid,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    task_id uuid,
    CONSTRAINT reviews_evaluationrun_round_check CHECK ((round >= 0)),
    CONSTRAINT run_hold_has_reason CHECK (((held_until IS NULL) OR (NOT (held_reason = ''::text)))),
    CONSTRAINT run_kind_known CHECK (((kind)::text = ANY (ARRAY[('scoring'::character varying)::text, ('study'::character varying)::text, ('grading'::character varying)::text, ('prompt'::character varying)::text, ('review'::character varying)::text, ('evaluation'::character varying)::text]))),
    CONSTRAINT run_round_of_scoring CHECK (((round = 1) OR (((kind)::text = 'scoring'::text) AND (round > 1)))),
    CONSTRAINT run_state_known CHECK (((desired_state)::text = ANY (ARRAY[('run'::character varying)::text, ('pause'::character varying)::text, ('cancel'::character varying)::text]))),
    CONSTRAINT run_status_known CHECK (((status)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('paused'::character varying)::text, ('held'::character varying)::text, ('stopped'::character varying)::text, ('completed'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text]))),
    CONSTRAINT run_task_and_annotator CHECK ((((annotator_id IS NULL) AND (task_id IS NULL) AND (NOT ((kind)::text = 'scoring'::text))) OR ((annotator_id IS NOT NULL) AND ((kind)::text = 'scoring'::text) AND (task_id IS NOT NULL))))
);
CREATE TABLE public.reviews_gradingcandidate (
    id bigint NOT NULL,
    "position" smallint NOT NULL,
    system_id uuid NOT NULL,
    grading_id uuid NOT NULL,
    CONSTRAINT reviews_gradingcandidate_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.reviews_gradingcandidate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_gradingcandidate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_gradingrun (
    id uuid NOT NULL,
    name character varying(200) NOT NULL,
    task_type character varying(100) NOT NULL,
    judge character varying(40) NOT NULL,
    judge_model character varying(200) NOT NULL,
    judge_prompt character varying(100) DEFAULT ''::character varying NOT NULL,
    parameters jsonb NOT NULL,
    most_cases integer NOT NULL,
    asks_twice boolean NOT NULL,
    problem text NOT NULL,
    graded_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    baseline_id uuid NOT NULL,
    created_by_id uuid,
    dataset_version_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    run_id uuid NOT NULL,
    task_id uuid,
    CONSTRAINT reviews_gradingrun_most_cases_check CHECK ((most_cases >= 0))
);
CREATE TABLE public.reviews_job (
    id uuid NOT NULL,
    initiative_id text NOT NULL,
    name character varying(255) NOT NULL,
    location character varying(1000) NOT NULL,
    origin character varying(10) NOT NULL,
    model_type character varying(100) NOT NULL,
    strategy character varying(10) NOT NULL,
    manifest jsonb NOT NULL,
    manifest_mtime_ns bigint NOT NULL,
    files jsonb NOT NULL,
    content_sha256 character varying(64) NOT NULL,
    sample_size bigint NOT NULL,
    artifact_text text NOT NULL,
    artifact_metadata jsonb NOT NULL,
    event jsonb NOT NULL,
    warnings jsonb NOT NULL,
    cost_to_scale double precision,
    state character varying(10) NOT NULL,
    error_category character varying(40) NOT NULL,
    error_field character varying(200) NOT NULL,
    error_message text NOT NULL,
    confidence double precision,
    overall_mean double precision,
    spread double precision,
    simulated boolean DEFAULT false NOT NULL,
    evaluate_text text NOT NULL,
    review_text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    signed_off_at timestamp with time zone,
    sign_off_verdict character varying(10) NOT NULL,
    sign_off_note text NOT NULL,
    created_by_id uuid,
    item_id bigint,
    organization_id uuid NOT NULL,
    run_id uuid,
    signed_off_by_id uuid,
    method_task_id uuid,
    CONSTRAINT job_confidence_range CHECK (((confidence IS NULL) OR ((confidence >= (0.0)::double precision) AND (confidence <= (1.0)::double precision)))),
    CONSTRAINT job_failure_has_category CHECK (((((state)::text = 'failed'::text) AND (NOT ((error_category)::text = ''::text))) OR ((NOT ((state)::text = 'failed'::text)) AND ((error_category)::text = ''::text)))),
    CONSTRAINT job_origin_known CHECK (((origin)::text = ANY (ARRAY[('registered'::character varying)::text, ('uploaded'::character varying)::text, ('inbox'::character varying)::text, ('command'::character varying)::text]))),
    CONSTRAINT job_result_has_confidence CHECK ((((confidence IS NOT NULL) AND ((state)::text = ANY (ARRAY[('reviewed'::character varying)::text, ('signed_off'::character varying)::text]))) OR ((confidence IS NULL) AND ((state)::text = ANY (ARRAY[('reviewing'::character varying)::text, ('failed'::character varying)::text]))))),
    CONSTRAINT job_review_has_run CHECK (((NOT ((strategy)::text = 'review'::text)) OR ((state)::text = 'failed'::text) OR (run_id IS NOT NULL))),
    CONSTRAINT job_sign_off_has_person CHECK ((((signed_off_at IS NOT NULL) AND (signed_off_by_id IS NOT NULL) AND ((state)::text = 'signed_off'::text)) OR (NOT ((state)::text = 'signed_off'::text)))),
    CONSTRAINT job_state_known CHECK (((state)::text = ANY (ARRAY[('reviewing'::character varying)::text, ('reviewed'::character varying)::text, ('signed_off'::character varying)::text, ('failed'::character varying)::text]))),
    CONSTRAINT job_strategy_known CHECK (((strategy)::text = ANY (ARRAY[('score'::character varying)::text, ('review'::character varying)::text, (''::character varying)::text])))
);
CREATE TABLE public.reviews_judgetest (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id uuid NOT NULL,
    judge character varying(200) NOT NULL,
    metric character varying(100) NOT NULL,
    kind character varying(20) NOT NULL,
    reference character varying(200) NOT NULL,
    value double precision,
    low double precision,
    high double precision,
    n integer NOT NULL,
    details jsonb NOT NULL,
    passed boolean NOT NULL,
    reason text NOT NULL,
    data_fingerprint character varying(64) NOT NULL,
    simulated boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    grading_id uuid,
    group_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT judge_test_interval_has_value CHECK ((((high IS NULL) AND (low IS NULL)) OR ((high IS NOT NULL) AND (low IS NOT NULL) AND (value IS NOT NULL)))),
    CONSTRAINT judge_test_passed_is_done CHECK ((((state)::text = 'done'::text) OR (NOT passed))),
    CONSTRAINT judge_test_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text]))),
    CONSTRAINT reviews_judgetest_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT reviews_judgetest_n_check CHECK ((n >= 0))
);
CREATE TABLE public.reviews_llmattempt (
    id bigint NOT NULL,
    number smallint NOT NULL,
    status character varying(12) NOT NULL,
    raw_response jsonb,
    prompt_tokens integer,
    completion_tokens integer,
    cached_tokens integer,
    reasoning_tokens integer,
    cost_usd numeric(18,10),
    cost_status character varying(10) NOT NULL,
    reserved_usd numeric(18,10),
    parameters jsonb NOT NULL,
    finish_reason character varying(40) NOT NULL,
    latency_ms integer,
    error_class character varying(60) NOT NULL,
    error_message text NOT NULL,
    parser_version character varying(40) NOT NULL,
    model_returned character varying(200) NOT NULL,
    simulated boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    batch_item_id bigint,
    price_id bigint,
    request_id bigint NOT NULL,
    CONSTRAINT llm_attempt_cost_agrees CHECK (((((cost_status)::text = 'priced'::text) AND (cost_usd IS NOT NULL)) OR ((NOT ((cost_status)::text = 'priced'::text)) AND (cost_usd IS NULL)))),
    CONSTRAINT llm_attempt_status_known CHECK (((status)::text = ANY (ARRAY[('sent'::character varying)::text, ('ok'::character varying)::text, ('retryable'::character varying)::text, ('fatal'::character varying)::text, ('blocked'::character varying)::text, ('unreadable'::character varying)::text, ('lost'::character varying)::text, ('late'::character varying)::text]))),
    CONSTRAINT reviews_llmattempt_cached_tokens_check CHECK ((cached_tokens >= 0)),
    CONSTRAINT reviews_llmattempt_completion_tokens_check CHECK ((completion_tokens >= 0)),
    CONSTRAINT reviews_llmattempt_latency_ms_check CHECK ((latency_ms >= 0)),
    CONSTRAINT reviews_llmattempt_number_check CHECK ((number >= 0)),
    CONSTRAINT reviews_llmattempt_prompt_tokens_check CHECK ((prompt_tokens >= 0)),
    CONSTRAINT reviews_llmattempt_reasoning_tokens_check CHECK ((reasoning_tokens >= 0))
);
ALTER TABLE public.reviews_llmattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_llmattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_llmbatch (
    id uuid NOT NULL,
    provider character varying(40) NOT NULL,
    model character varying(200) NOT NULL,
    status character varying(12) NOT NULL,
    batch_ref character varying(300) NOT NULL,
    provider_state character varying(40) NOT NULL,
    outcome character varying(12) NOT NULL,
    reason text NOT NULL,
    n_rows integer NOT NULL,
    reported_done integer,
    reported_failed integer,
    reserved_tokens bigint NOT NULL,
    reserved_usd numeric(18,10),
    submissions smallint NOT NULL,
    failures smallint NOT NULL,
    cancel_asked_at timestamp with time zone,
    submitting_at timestamp with time zone,
    submitted_at timestamp with time zone,
    ended_at timestamp with time zone,
    next_poll_at timestamp with time zone,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    run_id uuid NOT NULL,
    stage_id bigint NOT NULL,
    CONSTRAINT llm_batch_sent_has_ref CHECK (((NOT ((status)::text = ANY (ARRAY[('submitted'::character varying)::text, ('ended'::character varying)::text]))) OR (NOT ((batch_ref)::text = ''::text)))),
    CONSTRAINT llm_batch_status_known CHECK (((status)::text = ANY (ARRAY[('draft'::character varying)::text, ('submitting'::character varying)::text, ('submitted'::character varying)::text, ('ended'::character varying)::text, ('reconciled'::character varying)::text, ('abandoned'::character varying)::text]))),
    CONSTRAINT reviews_llmbatch_failures_check CHECK ((failures >= 0)),
    CONSTRAINT reviews_llmbatch_n_rows_check CHECK ((n_rows >= 0)),
    CONSTRAINT reviews_llmbatch_reported_done_check CHECK ((reported_done >= 0)),
    CONSTRAINT reviews_llmbatch_reported_failed_check CHECK ((reported_failed >= 0)),
    CONSTRAINT reviews_llmbatch_reserved_tokens_check CHECK ((reserved_tokens >= 0)),
    CONSTRAINT reviews_llmbatch_submissions_check CHECK ((submissions >= 0))
);
CREATE TABLE public.reviews_llmbatchitem (
    id bigint NOT NULL,
    number integer NOT NULL,
    status character varying(12) NOT NULL,
    error_code character varying(60) NOT NULL,
    batch_id uuid NOT NULL,
    request_id bigint NOT NULL,
    CONSTRAINT llm_batch_item_status_known CHECK (((status)::text = ANY (ARRAY[('queued'::character varying)::text, ('ok'::character varying)::text, ('error'::character varying)::text, ('expired'::character varying)::text, ('cancelled'::character varying)::text, ('missing'::character varying)::text, ('unreadable'::character varying)::text, ('wrong_case'::character varying)::text]))),
    CONSTRAINT reviews_llmbatchitem_number_check CHECK ((number >= 0))
);
ALTER TABLE public.reviews_llmbatchitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_llmbatchitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_llmmessage (
    attempt_id bigint NOT NULL,
    "user" text NOT NULL,
    assistant text NOT NULL,
    reasoning text NOT NULL,
    system_id bigint
);
CREATE TABLE public.reviews_llmprice (
    id bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    model character varying(200) NOT NULL,
    rates jsonb NOT NULL,
    source character varying(100) NOT NULL,
    noted_at timestamp with time zone NOT NULL
);
ALTER TABLE public.reviews_llmprice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_llmprice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_llmprompt (
    id bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    text text NOT NULL
);
ALTER TABLE public.reviews_llmprompt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_llmprompt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_llmrequest (
    state character varying(12) NOT NULL,
    attempts smallint NOT NULL,
    lease_until timestamp with time zone,
    lease_owner character varying(80) NOT NULL,
    next_attempt_at timestamp with time zone,
    last_error text NOT NULL,
    id bigint NOT NULL,
    target bigint NOT NULL,
    request_version smallint NOT NULL,
    replaced boolean NOT NULL,
    result bigint,
    content_hash character varying(64) DEFAULT ''::character varying NOT NULL,
    question_failures jsonb DEFAULT '{}'::jsonb NOT NULL,
    crashes smallint DEFAULT 0 NOT NULL,
    error_class character varying(60) NOT NULL,
    error_message text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    annotation_id bigint,
    item_id bigint,
    reused_from_id bigint,
    run_id uuid NOT NULL,
    stage_id bigint NOT NULL,
    CONSTRAINT llm_request_done_has_result CHECK (((NOT ((state)::text = 'done'::text)) OR (annotation_id IS NOT NULL) OR (result IS NOT NULL))),
    CONSTRAINT llm_request_state CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text, ('batched'::character varying)::text]))),
    CONSTRAINT reviews_llmrequest_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT reviews_llmrequest_crashes_check CHECK ((crashes >= 0)),
    CONSTRAINT reviews_llmrequest_request_version_check CHECK ((request_version >= 0))
);
ALTER TABLE public.reviews_llmrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_llmrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_methodtask (
    id uuid NOT NULL,
    model_type character varying(100) NOT NULL,
    dimensions jsonb NOT NULL,
    form_hash character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid NOT NULL
);
CREATE TABLE public.reviews_prompt (
    id uuid NOT NULL,
    kind character varying(20) NOT NULL,
    name character varying(100) NOT NULL,
    version integer NOT NULL,
    content text NOT NULL,
    content_sha256 character varying(64) NOT NULL,
    examples jsonb DEFAULT '[]'::jsonb NOT NULL,
    note character varying(500) NOT NULL,
    status character varying(10) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    published_by_id uuid,
    CONSTRAINT prompt_published_at CHECK ((((published_at IS NOT NULL) AND ((status)::text = 'published'::text)) OR ((published_at IS NULL) AND ((status)::text = 'draft'::text)))),
    CONSTRAINT prompt_status_known CHECK (((status)::text = ANY (ARRAY[('draft'::character varying)::text, ('published'::character varying)::text]))),
    CONSTRAINT reviews_prompt_version_check CHECK ((version >= 0))
);
CREATE TABLE public.reviews_promptlabel (
    id bigint NOT NULL,
    kind character varying(20) NOT NULL,
    name character varying(100) NOT NULL,
    label character varying(20) NOT NULL,
    shipped integer,
    moved_at timestamp with time zone NOT NULL,
    moved_by_id uuid,
    organization_id uuid NOT NULL,
    prompt_id uuid,
    CONSTRAINT prompt_label_known CHECK (((label)::text = ANY (ARRAY[('production'::character varying)::text, ('staging'::character varying)::text]))),
    CONSTRAINT prompt_label_points CHECK ((((prompt_id IS NULL) AND (shipped IS NOT NULL)) OR ((prompt_id IS NOT NULL) AND (shipped IS NULL)))),
    CONSTRAINT reviews_promptlabel_shipped_check CHECK ((shipped >= 0))
);
ALTER TABLE public.reviews_promptlabel ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_promptlabel_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_providerkey (
    id uuid NOT NULL,
    provider character varying(40) NOT NULL,
    encrypted text NOT NULL,
    test_model character varying(200) NOT NULL,
    test_state character varying(7) NOT NULL,
    test_reason text NOT NULL,
    tested_at timestamp with time zone,
    set_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL,
    set_by_id uuid,
    CONSTRAINT provider_key_test_known CHECK (((test_state)::text = ANY (ARRAY[(''::character varying)::text, ('waiting'::character varying)::text, ('works'::character varying)::text, ('failed'::character varying)::text])))
);
CREATE TABLE public.reviews_providerstate (
    id bigint NOT NULL,
    provider character varying(40) NOT NULL,
    model character varying(200) NOT NULL,
    blocked_until timestamp with time zone,
    reason_class character varying(60) NOT NULL,
    reason text NOT NULL,
    failures_in_a_row integer NOT NULL,
    pace double precision NOT NULL,
    last_ok_at timestamp with time zone,
    pace_changed_at timestamp with time zone NOT NULL,
    refusals integer DEFAULT 0 NOT NULL,
    answers integer DEFAULT 0 NOT NULL,
    CONSTRAINT provider_state_block_has_reason CHECK (((blocked_until IS NULL) OR (NOT (reason = ''::text)))),
    CONSTRAINT provider_state_pace_range CHECK (((pace > (0.0)::double precision) AND (pace <= (1.0)::double precision))),
    CONSTRAINT reviews_providerstate_answers_check CHECK ((answers >= 0)),
    CONSTRAINT reviews_providerstate_failures_in_a_row_check CHECK ((failures_in_a_row >= 0)),
    CONSTRAINT reviews_providerstate_refusals_check CHECK ((refusals >= 0))
);
ALTER TABLE public.reviews_providerstate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_providerstate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_qualityobservation (
    id bigint NOT NULL,
    task_type character varying(100) NOT NULL,
    own_cost_usd numeric(20,10),
    own_latency_ms double precision,
    own_tokens_in integer,
    own_tokens_out integer,
    own_quality_score double precision,
    grader_id character varying(200) NOT NULL,
    own_notes text NOT NULL,
    tags jsonb NOT NULL,
    simulated boolean NOT NULL,
    imported boolean DEFAULT false NOT NULL,
    recorded_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    baseline_id uuid,
    grading_id uuid,
    judgement_id bigint,
    organization_id uuid NOT NULL,
    output_id bigint,
    system_id uuid NOT NULL,
    CONSTRAINT observation_cost CHECK (((own_cost_usd IS NULL) OR (own_cost_usd >= (0)::numeric))),
    CONSTRAINT observation_has_task_type CHECK ((NOT ((task_type)::text = ''::text))),
    CONSTRAINT observation_latency CHECK (((own_latency_ms IS NULL) OR (own_latency_ms >= (0.0)::double precision))),
    CONSTRAINT observation_own_or_judged CHECK ((((judgement_id IS NULL) AND (output_id IS NULL) AND (own_latency_ms IS NOT NULL) AND (own_quality_score IS NOT NULL)) OR ((NOT imported) AND (judgement_id IS NOT NULL) AND (output_id IS NOT NULL) AND (own_notes = ''::text) AND (own_cost_usd IS NULL) AND (own_latency_ms IS NULL) AND (own_quality_score IS NULL) AND (own_tokens_in IS NULL) AND (own_tokens_out IS NULL)))),
    CONSTRAINT observation_quality_range CHECK (((own_quality_score IS NULL) OR ((own_quality_score >= (0.0)::double precision) AND (own_quality_score <= (1.0)::double precision)))),
    CONSTRAINT reviews_qualityobservation_own_tokens_in_check CHECK ((own_tokens_in >= 0)),
    CONSTRAINT reviews_qualityobservation_own_tokens_out_check CHECK ((own_tokens_out >= 0))
);
ALTER TABLE public.reviews_qualityobservation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_qualityobservation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_ratelimitprofile (
    id bigint NOT NULL,
    name character varying(80) NOT NULL,
    version integer NOT NULL,
    provider character varying(40) NOT NULL,
    model character varying(200) NOT NULL,
    requests_per_minute integer,
    input_tokens_per_minute bigint,
    output_tokens_per_minute bigint,
    enqueued_batch_tokens bigint,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    organization_id uuid NOT NULL,
    CONSTRAINT rate_limit_above_zero CHECK (((NOT ((requests_per_minute = 0) AND (requests_per_minute IS NOT NULL))) AND (NOT ((input_tokens_per_minute = 0) AND (input_tokens_per_minute IS NOT NULL))) AND (NOT ((output_tokens_per_minute = 0) AND (output_tokens_per_minute IS NOT NULL))) AND (NOT ((enqueued_batch_tokens = 0) AND (enqueued_batch_tokens IS NOT NULL))))),
    CONSTRAINT reviews_ratelimitprofile_enqueued_batch_tokens_check CHECK ((enqueued_batch_tokens >= 0)),
    CONSTRAINT reviews_ratelimitprofile_input_tokens_per_minute_check CHECK ((input_tokens_per_minute >= 0)),
    CONSTRAINT reviews_ratelimitprofile_output_tokens_per_minute_check CHECK ((output_tokens_per_minute >= 0)),
    CONSTRAINT reviews_ratelimitprofile_requests_per_minute_check CHECK ((requests_per_minute >= 0)),
    CONSTRAINT reviews_ratelimitprofile_version_check CHECK ((version >= 0))
);
ALTER TABLE public.reviews_ratelimitprofile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_ratelimitprofile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_routedprompt (
    id uuid NOT NULL,
    task_type character varying(100) NOT NULL,
    how character varying(10) NOT NULL,
    why text NOT NULL,
    grader_id character varying(200) NOT NULL,
    shadow character varying(6) NOT NULL,
    shadow_rate double precision NOT NULL,
    shadow_note text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    baseline_id uuid NOT NULL,
    case_id bigint NOT NULL,
    created_by_id uuid,
    observation_id bigint,
    organization_id uuid NOT NULL,
    output_id bigint,
    request_id bigint NOT NULL,
    run_id uuid NOT NULL,
    shadow_output_id bigint,
    shadow_run_id uuid,
    system_id uuid NOT NULL,
    CONSTRAINT routed_shadow_has_run CHECK (((NOT ((shadow)::text = ANY (ARRAY[('asked'::character varying)::text, ('graded'::character varying)::text]))) OR (shadow_run_id IS NOT NULL))),
    CONSTRAINT routed_shadow_known CHECK (((shadow)::text = ANY (ARRAY[('none'::character varying)::text, ('drawn'::character varying)::text, ('asked'::character varying)::text, ('graded'::character varying)::text, ('failed'::character varying)::text]))),
    CONSTRAINT routed_shadow_rate_range CHECK (((shadow_rate >= (0.0)::double precision) AND (shadow_rate <= (1.0)::double precision)))
);
CREATE TABLE public.reviews_routedpromptset (
    id uuid NOT NULL,
    task_type character varying(100) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id uuid,
    dataset_version_id uuid NOT NULL,
    organization_id uuid NOT NULL,
    task_id uuid
);
CREATE TABLE public.reviews_routingpolicy (
    id bigint NOT NULL,
    task_type character varying(100) NOT NULL,
    preferred character varying(200) NOT NULL,
    fallback character varying(200) NOT NULL,
    most_cost_per_1k double precision,
    quality_floor double precision,
    window_size integer NOT NULL,
    max_age_days integer,
    grader character varying(200) NOT NULL,
    min_observations integer NOT NULL,
    shadow_rate double precision NOT NULL,
    trusts_imports boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    organization_id uuid NOT NULL,
    CONSTRAINT reviews_routingpolicy_max_age_days_check CHECK ((max_age_days >= 0)),
    CONSTRAINT reviews_routingpolicy_min_observations_check CHECK ((min_observations >= 0)),
    CONSTRAINT reviews_routingpolicy_window_size_check CHECK ((window_size >= 0)),
    CONSTRAINT routing_floor_range CHECK (((quality_floor IS NULL) OR ((quality_floor >= (0.0)::double precision) AND (quality_floor <= (1.0)::double precision)))),
    CONSTRAINT routing_shadow_range CHECK (((shadow_rate >= (0.0)::double precision) AND (shadow_rate <= (1.0)::double precision))),
    CONSTRAINT routing_windows CHECK (((min_observations >= 1) AND (window_size >= 1)))
);
ALTER TABLE public.reviews_routingpolicy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_routingpolicy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_runstage (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    kind character varying(40) NOT NULL,
    "position" smallint NOT NULL,
    lane integer NOT NULL,
    model character varying(200) NOT NULL,
    prompt_version character varying(100) NOT NULL,
    parameters jsonb NOT NULL,
    request_version smallint NOT NULL,
    filled_to bigint NOT NULL,
    status character varying(9) NOT NULL,
    annotator_id uuid,
    run_id uuid NOT NULL,
    CONSTRAINT reviews_runstage_lane_check CHECK ((lane >= 0)),
    CONSTRAINT reviews_runstage_position_check CHECK (("position" >= 0)),
    CONSTRAINT reviews_runstage_request_version_check CHECK ((request_version >= 0)),
    CONSTRAINT run_stage_status_known CHECK (((status)::text = ANY (ARRAY[('waiting'::character varying)::text, ('open'::character varying)::text, ('done'::character varying)::text, ('failed'::character varying)::text, ('cancelled'::character varying)::text])))
);
ALTER TABLE public.reviews_runstage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_runstage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.reviews_spending (
    id bigint NOT NULL,
    month date,
    spent_usd numeric(18,10) NOT NULL,
    reserved_usd numeric(18,10) NOT NULL,
    organization_id uuid NOT NULL,
    run_id uuid,
    CONSTRAINT spending_has_scope CHECK ((((month IS NOT NULL) AND (run_id IS NULL)) OR ((month IS NULL) AND (run_id IS NOT NULL))))
);
ALTER TABLE public.reviews_spending ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reviews_spending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.work_workfailure (
    id bigint NOT NULL,
    sweep character varying(60) NOT NULL,
    key character varying(200) NOT NULL,
    reason text NOT NULL,
    attempts smallint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    next_attempt_at timestamp with time zone,
    organization_id uuid,
    CONSTRAINT work_failure_has_reason CHECK ((NOT (reason = ''::text))),
    CONSTRAINT work_workfailure_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE public.work_workfailure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.work_workfailure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_auditevent
    ADD CONSTRAINT accounts_auditevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_idempotentanswer
    ADD CONSTRAINT accounts_idempotentanswer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.accounts_membership
    ADD CONSTRAINT accounts_membership_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.accounts_membership
    ADD CONSTRAINT accounts_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_organization
    ADD CONSTRAINT accounts_organization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_organization
    ADD CONSTRAINT accounts_organization_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.accounts_passwordreset
    ADD CONSTRAINT accounts_passwordreset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_savedview
    ADD CONSTRAINT accounts_savedview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_signinthrottle
    ADD CONSTRAINT accounts_signinthrottle_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.accounts_team
    ADD CONSTRAINT accounts_team_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.accounts_team
    ADD CONSTRAINT accounts_team_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_email_key UNIQUE (email);
ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_allocation
    ADD CONSTRAINT allocation_once UNIQUE (experiment_id, unit);
ALTER TABLE ONLY public.annotations_adjudicationrequest
    ADD CONSTRAINT annotations_adjudicationrequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_agreementsnapshot
    ADD CONSTRAINT annotations_agreementsnapshot_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotation_submission_id_key UNIQUE (submission_id);
ALTER TABLE ONLY public.annotations_annotationevent
    ADD CONSTRAINT annotations_annotationevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotationtask_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotationtask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_annotator
    ADD CONSTRAINT annotations_annotator_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.annotations_annotator
    ADD CONSTRAINT annotations_annotator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT annotations_assignment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_bulkoperation
    ADD CONSTRAINT annotations_bulkoperation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_cursor
    ADD CONSTRAINT annotations_cursor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_disagreement
    ADD CONSTRAINT annotations_disagreement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_assignment_id_key UNIQUE (assignment_id);
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_evidence
    ADD CONSTRAINT annotations_evidence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_exportjob
    ADD CONSTRAINT annotations_exportjob_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT annotations_groundtruth_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_importjob
    ADD CONSTRAINT annotations_importjob_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_judgement
    ADD CONSTRAINT annotations_judgement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_metric
    ADD CONSTRAINT annotations_metric_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_question
    ADD CONSTRAINT annotations_question_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_schemaversion
    ADD CONSTRAINT annotations_schemaversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT annotations_taskitem_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT annotations_taskitem_task_id_id UNIQUE (task_id, id);
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT assignment_unique UNIQUE (item_id, annotator_id, round);
ALTER TABLE ONLY public.reviews_audit
    ADD CONSTRAINT audit_once_per_auditor UNIQUE (judgement_id, auditor_id);
ALTER TABLE ONLY public.reviews_auditopening
    ADD CONSTRAINT audit_opening_once UNIQUE (annotation_id, auditor_id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_benchmarksuite
    ADD CONSTRAINT benchmark_suite_unique UNIQUE (organization_id, name, version);
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT benchmark_task_once UNIQUE (suite_id, key);
ALTER TABLE ONLY public.datasets_caseblock
    ADD CONSTRAINT block_once_per_field UNIQUE (version_id, field, first_row);
ALTER TABLE ONLY public.datasets_testcase
    ADD CONSTRAINT case_row_unique UNIQUE (version_id, row_index);
ALTER TABLE ONLY public.annotations_cursor
    ADD CONSTRAINT cursor_unique UNIQUE (annotator_id, task_id, priority);
ALTER TABLE ONLY public.reviews_dailytotal
    ADD CONSTRAINT daily_total_once UNIQUE NULLS NOT DISTINCT (organization_id, day, model, kind, task_id, simulated);
ALTER TABLE ONLY public.datasets_dataset
    ADD CONSTRAINT dataset_name_unique UNIQUE (organization_id, name);
ALTER TABLE ONLY public.datasets_caseblock
    ADD CONSTRAINT datasets_caseblock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_casesearch
    ADD CONSTRAINT datasets_casesearch_pkey PRIMARY KEY (case_id);
ALTER TABLE ONLY public.datasets_dataset
    ADD CONSTRAINT datasets_dataset_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.datasets_dataset
    ADD CONSTRAINT datasets_dataset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetversion_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_modeloutput
    ADD CONSTRAINT datasets_modeloutput_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_outputsearch
    ADD CONSTRAINT datasets_outputsearch_pkey PRIMARY KEY (output_id);
ALTER TABLE ONLY public.datasets_partialupload
    ADD CONSTRAINT datasets_partialupload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_system
    ADD CONSTRAINT datasets_system_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.datasets_system
    ADD CONSTRAINT datasets_system_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.datasets_testcase
    ADD CONSTRAINT datasets_testcase_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.annotations_disagreement
    ADD CONSTRAINT disagreement_once UNIQUE (item_id, question_id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT draft_one_per_adjudication UNIQUE (item_id, annotator_id);
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT draft_one_per_audit UNIQUE (annotation_id, annotator_id);
ALTER TABLE ONLY public.experiments_evaluationscorer
    ADD CONSTRAINT evaluation_scorer_once UNIQUE (evaluation_id, question_id, annotator_id);
ALTER TABLE ONLY public.events_outboxevent
    ADD CONSTRAINT events_outboxevent_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.events_outboxevent
    ADD CONSTRAINT events_outboxevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_webhookattempt
    ADD CONSTRAINT events_webhookattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events_webhookendpoint
    ADD CONSTRAINT events_webhookendpoint_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.events_webhookendpoint
    ADD CONSTRAINT events_webhookendpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evidence
    ADD CONSTRAINT evidence_position_unique UNIQUE (window_id, "position");
ALTER TABLE ONLY public.experiments_evidenceview
    ADD CONSTRAINT evidence_view_unique UNIQUE (evidence_id, view);
ALTER TABLE ONLY public.experiments_experimentlook
    ADD CONSTRAINT experiment_look_number_unique UNIQUE (experiment_id, number);
ALTER TABLE ONLY public.experiments_experimentmetric
    ADD CONSTRAINT experiment_metric_once UNIQUE (experiment_id, key);
ALTER TABLE ONLY public.experiments_allocation
    ADD CONSTRAINT experiments_allocation_experiment_id_id UNIQUE (experiment_id, id);
ALTER TABLE ONLY public.experiments_allocation
    ADD CONSTRAINT experiments_allocation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_benchmarksuite
    ADD CONSTRAINT experiments_benchmarksuite_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_benchmarksuite
    ADD CONSTRAINT experiments_benchmarksuite_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmarktask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_task_id_key UNIQUE (task_id);
ALTER TABLE ONLY public.experiments_evaluationscorer
    ADD CONSTRAINT experiments_evaluationscorer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evidence
    ADD CONSTRAINT experiments_evidence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evidenceview
    ADD CONSTRAINT experiments_evidenceview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_evidencewindow
    ADD CONSTRAINT experiments_evidencewindow_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_evidencewindow
    ADD CONSTRAINT experiments_evidencewindow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experiment_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experiment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_experimentlook
    ADD CONSTRAINT experiments_experimentlook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_experimentmetric
    ADD CONSTRAINT experiments_experimentmetric_experiment_id_id UNIQUE (experiment_id, id);
ALTER TABLE ONLY public.experiments_experimentmetric
    ADD CONSTRAINT experiments_experimentmetric_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresult_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_scorelane
    ADD CONSTRAINT experiments_scorelane_pkey PRIMARY KEY (stage_id);
ALTER TABLE ONLY public.experiments_scoresummary
    ADD CONSTRAINT experiments_scoresummary_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysample_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysample_task_id_key UNIQUE (task_id);
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT experiments_suiteruntask_evaluation_id_key UNIQUE (evaluation_id);
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT experiments_suiteruntask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_trafficoutcome
    ADD CONSTRAINT experiments_trafficoutcome_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_trafficsummary
    ADD CONSTRAINT experiments_trafficsummary_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_experiment_id_id UNIQUE (experiment_id, id);
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_variantshares
    ADD CONSTRAINT experiments_variantshares_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT gate_name_unique UNIQUE (organization_id, name);
ALTER TABLE ONLY public.reviews_gradingcandidate
    ADD CONSTRAINT grading_candidate_once UNIQUE (grading_id, system_id);
ALTER TABLE ONLY public.reviews_gradingcandidate
    ADD CONSTRAINT grading_candidate_position UNIQUE (grading_id, "position");
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT grading_name_unique UNIQUE (organization_id, name);
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT ground_truth_version_unique UNIQUE (item_id, question_id, version);
ALTER TABLE ONLY public.accounts_idempotentanswer
    ADD CONSTRAINT idempotent_answer_unique UNIQUE (membership_id, key);
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT item_once_per_task UNIQUE (task_id, test_case_id, outputs);
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT item_position_unique UNIQUE (task_id, "position");
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT judge_test_unique UNIQUE (group_id, kind);
ALTER TABLE ONLY public.annotations_judgement
    ADD CONSTRAINT judgement_one_per_question UNIQUE (annotation_id, question_id);
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT llm_attempt_number_unique UNIQUE (request_id, number);
ALTER TABLE ONLY public.reviews_llmbatchitem
    ADD CONSTRAINT llm_batch_item_number_unique UNIQUE (batch_id, number);
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT llm_request_unique UNIQUE (stage_id, target, request_version);
ALTER TABLE ONLY public.accounts_membership
    ADD CONSTRAINT membership_once_per_organization UNIQUE (user_id, organization_id);
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT method_task_unique UNIQUE (organization_id, model_type, form_hash);
ALTER TABLE ONLY public.annotations_metric
    ADD CONSTRAINT metric_version_unique UNIQUE (organization_id, key, version);
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT observation_once_per_grader UNIQUE (output_id, grader_id);
ALTER TABLE ONLY public.events_outboxevent
    ADD CONSTRAINT outbox_sequence_once UNIQUE (organization_id, sequence);
ALTER TABLE ONLY public.datasets_modeloutput
    ADD CONSTRAINT output_unique UNIQUE (test_case_id, system_id, repetition);
ALTER TABLE ONLY public.datasets_partialupload
    ADD CONSTRAINT partial_upload_once UNIQUE (organization_id, created_by_id, file_name, size_bytes, fingerprint);
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT prompt_label_unique UNIQUE (organization_id, kind, name, label);
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT prompt_version_unique UNIQUE (organization_id, kind, name, version);
ALTER TABLE ONLY public.reviews_providerkey
    ADD CONSTRAINT provider_key_once UNIQUE (organization_id, provider);
ALTER TABLE ONLY public.reviews_providerstate
    ADD CONSTRAINT provider_state_unique UNIQUE (provider, model);
ALTER TABLE ONLY public.annotations_question
    ADD CONSTRAINT question_key_unique UNIQUE (schema_version_id, key);
ALTER TABLE ONLY public.reviews_ratelimitprofile
    ADD CONSTRAINT rate_limit_version_unique UNIQUE (organization_id, name, provider, model, version);
ALTER TABLE ONLY public.reviews_audit
    ADD CONSTRAINT reviews_audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_auditdraw
    ADD CONSTRAINT reviews_auditdraw_pkey PRIMARY KEY (task_id);
ALTER TABLE ONLY public.reviews_auditlease
    ADD CONSTRAINT reviews_auditlease_pkey PRIMARY KEY (annotation_id);
ALTER TABLE ONLY public.reviews_auditopening
    ADD CONSTRAINT reviews_auditopening_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_auditpick
    ADD CONSTRAINT reviews_auditpick_pkey PRIMARY KEY (annotation_id);
ALTER TABLE ONLY public.reviews_auditpickmark
    ADD CONSTRAINT reviews_auditpickmark_pkey PRIMARY KEY (task_id);
ALTER TABLE ONLY public.reviews_auditsample
    ADD CONSTRAINT reviews_auditsample_annotation_id_key UNIQUE (annotation_id);
ALTER TABLE ONLY public.reviews_auditsample
    ADD CONSTRAINT reviews_auditsample_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_budget
    ADD CONSTRAINT reviews_budget_pkey PRIMARY KEY (organization_id);
ALTER TABLE ONLY public.reviews_critique
    ADD CONSTRAINT reviews_critique_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_critique
    ADD CONSTRAINT reviews_critique_request_id_key UNIQUE (request_id);
ALTER TABLE ONLY public.reviews_dailytotal
    ADD CONSTRAINT reviews_dailytotal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_dailytotalmark
    ADD CONSTRAINT reviews_dailytotalmark_pkey PRIMARY KEY (organization_id);
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationrun_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_gradingcandidate
    ADD CONSTRAINT reviews_gradingcandidate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_task_id_key UNIQUE (task_id);
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT reviews_llmattempt_batch_item_id_key UNIQUE (batch_item_id);
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT reviews_llmattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmbatch
    ADD CONSTRAINT reviews_llmbatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmbatchitem
    ADD CONSTRAINT reviews_llmbatchitem_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmmessage
    ADD CONSTRAINT reviews_llmmessage_pkey PRIMARY KEY (attempt_id);
ALTER TABLE ONLY public.reviews_llmprice
    ADD CONSTRAINT reviews_llmprice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmprice
    ADD CONSTRAINT reviews_llmprice_sha256_key UNIQUE (sha256);
ALTER TABLE ONLY public.reviews_llmprompt
    ADD CONSTRAINT reviews_llmprompt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_llmprompt
    ADD CONSTRAINT reviews_llmprompt_sha256_key UNIQUE (sha256);
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_annotation_id_key UNIQUE (annotation_id);
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_task_id_key UNIQUE (task_id);
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT reviews_prompt_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT reviews_prompt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT reviews_promptlabel_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_providerkey
    ADD CONSTRAINT reviews_providerkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_providerstate
    ADD CONSTRAINT reviews_providerstate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_judgement_id_key UNIQUE (judgement_id);
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_organization_id_id UNIQUE (organization_id, id);
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_ratelimitprofile
    ADD CONSTRAINT reviews_ratelimitprofile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_case_id_key UNIQUE (case_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_observation_id_key UNIQUE (observation_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_output_id_key UNIQUE (output_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_request_id_key UNIQUE (request_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_run_id_key UNIQUE (run_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_shadow_output_id_key UNIQUE (shadow_output_id);
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_shadow_run_id_key UNIQUE (shadow_run_id);
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedpromptset_dataset_version_id_key UNIQUE (dataset_version_id);
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedpromptset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedpromptset_task_id_key UNIQUE (task_id);
ALTER TABLE ONLY public.reviews_routingpolicy
    ADD CONSTRAINT reviews_routingpolicy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_runstage
    ADD CONSTRAINT reviews_runstage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_spending
    ADD CONSTRAINT reviews_spending_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT routed_set_unique UNIQUE (organization_id, task_type);
ALTER TABLE ONLY public.reviews_routingpolicy
    ADD CONSTRAINT routing_policy_unique UNIQUE (organization_id, task_type);
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT run_once_per_round UNIQUE (task_id, annotator_id, round);
ALTER TABLE ONLY public.reviews_runstage
    ADD CONSTRAINT run_stage_place_unique UNIQUE (run_id, "position", lane);
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT sample_ordinal_unique UNIQUE (study_id, model, ordinal);
ALTER TABLE ONLY public.accounts_savedview
    ADD CONSTRAINT saved_view_of_list_name_unique UNIQUE (organization_id, user_id, list_key, scope, name);
ALTER TABLE ONLY public.annotations_schemaversion
    ADD CONSTRAINT schema_number_unique UNIQUE (task_id, number);
ALTER TABLE ONLY public.experiments_scoresummary
    ADD CONSTRAINT score_summary_once UNIQUE (evaluation_id, question_id, annotator_id, slice);
ALTER TABLE ONLY public.annotations_agreementsnapshot
    ADD CONSTRAINT snapshot_unique UNIQUE NULLS NOT DISTINCT (task_id, question_id, metric, scope);
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT study_name_unique UNIQUE (organization_id, name);
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT suite_run_task_once UNIQUE (run_id, task_id);
ALTER TABLE ONLY public.datasets_system
    ADD CONSTRAINT system_unique UNIQUE (organization_id, fingerprint);
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT task_team_once UNIQUE (task_id, team_id);
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT team_member_once UNIQUE (team_id, membership_id);
ALTER TABLE ONLY public.experiments_trafficoutcome
    ADD CONSTRAINT traffic_outcome_once UNIQUE (allocation_id, metric_id);
ALTER TABLE ONLY public.experiments_trafficsummary
    ADD CONSTRAINT traffic_summary_unique UNIQUE NULLS NOT DISTINCT (experiment_id, variant_id, metric_id, shares_number);
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT variant_name_unique UNIQUE (experiment_id, name);
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT variant_position_unique UNIQUE (experiment_id, "position");
ALTER TABLE ONLY public.experiments_variantshares
    ADD CONSTRAINT variant_shares_number_unique UNIQUE (experiment_id, number);
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT version_number_unique UNIQUE (dataset_id, version_number);
ALTER TABLE ONLY public.events_webhookattempt
    ADD CONSTRAINT webhook_attempt_once UNIQUE (delivery_id, number);
ALTER TABLE ONLY public.experiments_evidencewindow
    ADD CONSTRAINT window_name_unique UNIQUE (organization_id, name);
ALTER TABLE ONLY public.work_workfailure
    ADD CONSTRAINT work_failure_once UNIQUE (sweep, key);
ALTER TABLE ONLY public.work_workfailure
    ADD CONSTRAINT work_workfailure_pkey PRIMARY KEY (id);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX accounts_apikey_dataset_id_c1d7c4bc ON public.accounts_apikey USING btree (dataset_id);
CREATE INDEX accounts_apikey_experiment_id_67aaf554 ON public.accounts_apikey USING btree (experiment_id);
CREATE INDEX accounts_apikey_key_hash_da55e15b_like ON public.accounts_apikey USING btree (key_hash varchar_pattern_ops);
CREATE INDEX accounts_apikey_membership_id_7146a482 ON public.accounts_apikey USING btree (membership_id);
CREATE INDEX accounts_apikey_organization_id_79d80250 ON public.accounts_apikey USING btree (organization_id);
CREATE INDEX accounts_apikey_task_id_b0827b96 ON public.accounts_apikey USING btree (task_id);
CREATE INDEX accounts_auditevent_actor_id_179eee89 ON public.accounts_auditevent USING btree (actor_id);
CREATE INDEX accounts_auditevent_organization_id_5fa8aa26 ON public.accounts_auditevent USING btree (organization_id);
CREATE INDEX accounts_idempotentanswer_created_at_1be5ded1 ON public.accounts_idempotentanswer USING btree (created_at);
CREATE INDEX accounts_invitation_invited_by_id_94a21efc ON public.accounts_invitation USING btree (invited_by_id);
CREATE INDEX accounts_invitation_organization_id_2be75950 ON public.accounts_invitation USING btree (organization_id);
CREATE INDEX accounts_invitation_team_id_a42a47a0 ON public.accounts_invitation USING btree (team_id);
CREATE INDEX accounts_invitation_token_hash_3d59d75c_like ON public.accounts_invitation USING btree (token_hash varchar_pattern_ops);
CREATE INDEX accounts_membership_organization_id_936776de ON public.accounts_membership USING btree (organization_id);
CREATE INDEX accounts_membership_user_id_487fb39e ON public.accounts_membership USING btree (user_id);
CREATE INDEX accounts_organization_slug_d6ef85ac_like ON public.accounts_organization USING btree (slug varchar_pattern_ops);
CREATE INDEX accounts_passwordreset_user_id_948b8566 ON public.accounts_passwordreset USING btree (user_id);
CREATE INDEX accounts_savedview_organization_id_27713500 ON public.accounts_savedview USING btree (organization_id);
CREATE INDEX accounts_savedview_user_id_f77d553a ON public.accounts_savedview USING btree (user_id);
CREATE INDEX accounts_signinthrottle_key_2a956fdc_like ON public.accounts_signinthrottle USING btree (key varchar_pattern_ops);
CREATE INDEX accounts_signinthrottle_last_at_91c5af37 ON public.accounts_signinthrottle USING btree (last_at);
CREATE INDEX accounts_team_organization_id_bf0a6adc ON public.accounts_team USING btree (organization_id);
CREATE INDEX accounts_teammember_membership_id_372c7e02 ON public.accounts_teammember USING btree (membership_id);
CREATE INDEX accounts_teammember_organization_id_9241ef1f ON public.accounts_teammember USING btree (organization_id);
CREATE INDEX accounts_user_email_b2644a56_like ON public.accounts_user USING btree (email varchar_pattern_ops);
CREATE INDEX adjudication_request_open ON public.annotations_adjudicationrequest USING btree (task_id, item_id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX adjudication_request_open_once ON public.annotations_adjudicationrequest USING btree (item_id) WHERE (closed_at IS NULL);
CREATE INDEX annotation_by_annotator ON public.annotations_annotation USING btree (task_id, annotator_id, submitted_at DESC);
CREATE INDEX annotation_by_origin ON public.annotations_annotation USING btree (task_id, origin, id) WHERE ((round = 1) AND (superseded_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX annotation_ended ON public.annotations_annotation USING btree (item_id) WHERE ((withdrawn_at IS NOT NULL) OR (superseded_at IS NOT NULL));
CREATE INDEX annotation_exposed ON public.annotations_annotation USING btree (task_id, exposure, id) WHERE ((round = 1) AND (superseded_at IS NULL) AND (withdrawn_at IS NULL) AND (((exposure)::text = 'saw_machine'::text) OR ((exposure)::text = 'saw_people'::text)));
CREATE INDEX annotation_flagged ON public.annotations_annotation USING btree (task_id, item_id) WHERE flagged;
CREATE INDEX annotation_in_first_round ON public.annotations_annotation USING btree (task_id, id) INCLUDE (item_id, annotator_id) WHERE (((exposure)::text = 'blind'::text) AND (NOT flagged) AND (round = 1) AND (superseded_at IS NULL) AND (withdrawn_at IS NULL));
CREATE UNIQUE INDEX annotation_one_current ON public.annotations_annotation USING btree (item_id, annotator_id, round) WHERE ((superseded_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX annotations_adjudicationrequest_asked_by_id_2e33b24e ON public.annotations_adjudicationrequest USING btree (asked_by_id);
CREATE INDEX annotations_agreementsnapshot_question_id_bd72841b ON public.annotations_agreementsnapshot USING btree (question_id);
CREATE INDEX annotations_annotationtask_created_by_id_c76215fa ON public.annotations_annotationtask USING btree (created_by_id);
CREATE INDEX annotations_annotationtask_dataset_version_id_911b5b89 ON public.annotations_annotationtask USING btree (dataset_version_id);
CREATE INDEX annotations_annotationtask_organization_id_29b8276c ON public.annotations_annotationtask USING btree (organization_id);
CREATE INDEX annotations_annotationtask_schema_version_id_8d0ef7e1 ON public.annotations_annotationtask USING btree (schema_version_id);
CREATE INDEX annotations_annotator_organization_id_8603a742 ON public.annotations_annotator USING btree (organization_id);
CREATE INDEX annotations_annotator_user_id_27128867 ON public.annotations_annotator USING btree (user_id);
CREATE INDEX annotations_bulkoperation_created_by_id_9711d57e ON public.annotations_bulkoperation USING btree (created_by_id);
CREATE INDEX annotations_bulkoperation_organization_id_9a1e99d7 ON public.annotations_bulkoperation USING btree (organization_id);
CREATE INDEX annotations_bulkoperation_task_id_956f0300 ON public.annotations_bulkoperation USING btree (task_id);
CREATE INDEX annotations_comment_answers_id_a7cb228f ON public.annotations_comment USING btree (answers_id);
CREATE INDEX annotations_comment_author_id_b82c9f74 ON public.annotations_comment USING btree (author_id);
CREATE INDEX annotations_comment_organization_id_930ba4e5 ON public.annotations_comment USING btree (organization_id);
CREATE INDEX annotations_evidence_judgement_id_7909d850 ON public.annotations_evidence USING btree (judgement_id);
CREATE INDEX annotations_exportjob_created_by_id_7f120076 ON public.annotations_exportjob USING btree (created_by_id);
CREATE INDEX annotations_exportjob_organization_id_e242ebff ON public.annotations_exportjob USING btree (organization_id);
CREATE INDEX annotations_exportjob_task_id_684d9d39 ON public.annotations_exportjob USING btree (task_id);
CREATE INDEX annotations_groundtruth_question_id_62d4f7a3 ON public.annotations_groundtruth USING btree (question_id);
CREATE INDEX annotations_importjob_created_by_id_ddcd9448 ON public.annotations_importjob USING btree (created_by_id);
CREATE INDEX annotations_importjob_organization_id_e43907e6 ON public.annotations_importjob USING btree (organization_id);
CREATE INDEX annotations_importjob_task_id_a49fe15d ON public.annotations_importjob USING btree (task_id);
CREATE INDEX annotations_metric_created_by_id_4cc1106d ON public.annotations_metric USING btree (created_by_id);
CREATE INDEX annotations_metric_organization_id_72c6a7de ON public.annotations_metric USING btree (organization_id);
CREATE INDEX annotations_notification_actor_id_754b082d ON public.annotations_notification USING btree (actor_id);
CREATE INDEX annotations_notification_comment_id_7bead140 ON public.annotations_notification USING btree (comment_id);
CREATE INDEX annotations_notification_item_id_3982cd15 ON public.annotations_notification USING btree (item_id);
CREATE INDEX annotations_notification_organization_id_554497dd ON public.annotations_notification USING btree (organization_id);
CREATE INDEX annotations_question_metric_id_994d0578 ON public.annotations_question USING btree (metric_id);
CREATE INDEX annotations_schemaversion_task_id_f91c9f2f ON public.annotations_schemaversion USING btree (task_id);
CREATE INDEX annotations_taskteam_organization_id_27b25864 ON public.annotations_taskteam USING btree (organization_id);
CREATE INDEX annotations_taskteam_team_id_b6f21682 ON public.annotations_taskteam USING btree (team_id);
CREATE UNIQUE INDEX annotator_fingerprint_unique ON public.annotations_annotator USING btree (organization_id, fingerprint) WHERE (NOT ((kind)::text = 'human'::text));
CREATE UNIQUE INDEX annotator_outside_unique ON public.annotations_annotator USING btree (organization_id, external_name) WHERE (((kind)::text = 'human'::text) AND (NOT ((external_name)::text = ''::text)));
CREATE UNIQUE INDEX annotator_person_unique ON public.annotations_annotator USING btree (organization_id, user_id) WHERE ((kind)::text = 'human'::text);
CREATE INDEX assignment_by_annotator ON public.annotations_assignment USING btree (task_id, annotator_id, ended_at DESC);
CREATE INDEX assignment_expiring ON public.annotations_assignment USING btree (lease_until) WHERE ((state)::text = ANY (ARRAY[('leased'::character varying)::text, ('prefetched'::character varying)::text]));
CREATE INDEX assignment_freed ON public.annotations_assignment USING btree (task_id, ended_at) WHERE ((state)::text = ANY (ARRAY[('skipped'::character varying)::text, ('expired'::character varying)::text, ('released'::character varying)::text]));
CREATE UNIQUE INDEX assignment_one_lease ON public.annotations_assignment USING btree (task_id, annotator_id) WHERE ((state)::text = 'leased'::text);
CREATE INDEX assignment_returned ON public.annotations_assignment USING btree (task_id, item_id) WHERE ((state)::text = 'returned'::text);
CREATE INDEX audit_by_auditor ON public.reviews_audit USING btree (auditor_id, decided_at DESC);
CREATE INDEX audit_by_organization ON public.accounts_auditevent USING btree (organization_id, id DESC);
CREATE INDEX audit_by_time ON public.reviews_audit USING btree (decided_at);
CREATE INDEX audit_pick_by_place ON public.reviews_auditpick USING btree (organization_id, place);
CREATE INDEX audit_pick_open ON public.reviews_auditpick USING btree (organization_id, place) WHERE is_open;
CREATE INDEX audit_pick_open_of_task ON public.reviews_auditpick USING btree (task_id, place) WHERE is_open;
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE UNIQUE INDEX case_external_id_unique ON public.datasets_testcase USING btree (version_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX case_search ON public.datasets_casesearch USING gin (vector);
CREATE INDEX comment_by_item ON public.annotations_comment USING btree (item_id, created_at);
CREATE INDEX comment_by_task ON public.annotations_comment USING btree (task_id, created_at DESC);
CREATE INDEX dataset_by_organization ON public.datasets_dataset USING btree (organization_id, created_at DESC);
CREATE INDEX datasets_dataset_created_by_id_d772db1e ON public.datasets_dataset USING btree (created_by_id);
CREATE INDEX datasets_dataset_organization_id_f604da74 ON public.datasets_dataset USING btree (organization_id);
CREATE INDEX datasets_datasetversion_created_by_id_4d4f45a8 ON public.datasets_datasetversion USING btree (created_by_id);
CREATE INDEX datasets_datasetversion_dataset_id_e05150c5 ON public.datasets_datasetversion USING btree (dataset_id);
CREATE INDEX datasets_datasetversion_organization_id_9e27e06c ON public.datasets_datasetversion USING btree (organization_id);
CREATE INDEX datasets_partialupload_created_by_id_8c080f1e ON public.datasets_partialupload USING btree (created_by_id);
CREATE INDEX datasets_partialupload_organization_id_25fb2da8 ON public.datasets_partialupload USING btree (organization_id);
CREATE INDEX datasets_system_created_by_id_3bb7c701 ON public.datasets_system USING btree (created_by_id);
CREATE INDEX datasets_system_organization_id_69d672cf ON public.datasets_system USING btree (organization_id);
CREATE INDEX disagreement_by_score ON public.annotations_disagreement USING btree (task_id, score DESC, item_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX evaluation_by_time ON public.experiments_evaluation USING btree (organization_id, created_at DESC);
CREATE INDEX evaluation_due ON public.experiments_evaluation USING btree (state, next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX event_by_task ON public.annotations_annotationevent USING btree (task_id, id);
CREATE INDEX event_of_flagging ON public.annotations_annotationevent USING btree (task_id, item_id) WHERE ((verb)::text = 'flagged'::text);
CREATE INDEX event_of_reading ON public.annotations_annotationevent USING btree (item_id, actor_id) WHERE ((verb)::text = 'comments_read'::text);
CREATE INDEX events_outboxevent_organization_id_53f4d55f ON public.events_outboxevent USING btree (organization_id);
CREATE INDEX events_webhookdelivery_event_id_c8fd55d9 ON public.events_webhookdelivery USING btree (event_id);
CREATE INDEX events_webhookdelivery_organization_id_ebe86dec ON public.events_webhookdelivery USING btree (organization_id);
CREATE INDEX events_webhookendpoint_created_by_id_08bd584d ON public.events_webhookendpoint USING btree (created_by_id);
CREATE INDEX events_webhookendpoint_organization_id_e79cfd92 ON public.events_webhookendpoint USING btree (organization_id);
CREATE INDEX experiment_by_status ON public.experiments_experiment USING btree (organization_id, status);
CREATE INDEX experiment_by_time ON public.experiments_experiment USING btree (organization_id, created_at DESC);
CREATE UNIQUE INDEX experiment_metric_one_primary ON public.experiments_experimentmetric USING btree (experiment_id) WHERE ((role)::text = 'primary'::text);
CREATE INDEX experiments_benchmarksuite_created_by_id_f6382149 ON public.experiments_benchmarksuite USING btree (created_by_id);
CREATE INDEX experiments_benchmarksuite_organization_id_6272d06a ON public.experiments_benchmarksuite USING btree (organization_id);
CREATE INDEX experiments_benchmarktask_dataset_version_id_5f45c641 ON public.experiments_benchmarktask USING btree (dataset_version_id);
CREATE INDEX experiments_benchmarktask_organization_id_57ccf93d ON public.experiments_benchmarktask USING btree (organization_id);
CREATE INDEX experiments_evaluation_baseline_id_c84b6100 ON public.experiments_evaluation USING btree (baseline_id);
CREATE INDEX experiments_evaluation_created_by_id_a55ca7c6 ON public.experiments_evaluation USING btree (created_by_id);
CREATE INDEX experiments_evaluation_organization_id_2cc03a9d ON public.experiments_evaluation USING btree (organization_id);
CREATE INDEX experiments_evaluation_system_id_d53ef58f ON public.experiments_evaluation USING btree (system_id);
CREATE INDEX experiments_evidenceview_request_id_3a978ac7 ON public.experiments_evidenceview USING btree (request_id);
CREATE INDEX experiments_evidencewindow_created_by_id_b2b4c424 ON public.experiments_evidencewindow USING btree (created_by_id);
CREATE INDEX experiments_evidencewindow_organization_id_0eeec57e ON public.experiments_evidencewindow USING btree (organization_id);
CREATE INDEX experiments_experiment_concluded_by_id_efb914c0 ON public.experiments_experiment USING btree (concluded_by_id);
CREATE INDEX experiments_experiment_conclusion_id_b9da3a4a ON public.experiments_experiment USING btree (conclusion_id);
CREATE INDEX experiments_experiment_created_by_id_7a6e7047 ON public.experiments_experiment USING btree (created_by_id);
CREATE INDEX experiments_experiment_dataset_version_id_1eacab36 ON public.experiments_experiment USING btree (dataset_version_id);
CREATE INDEX experiments_experiment_organization_id_0a52ef3a ON public.experiments_experiment USING btree (organization_id);
CREATE INDEX experiments_experiment_repeats_id_eb80e178 ON public.experiments_experiment USING btree (repeats_id);
CREATE INDEX experiments_experiment_winner_id_dcbab08c ON public.experiments_experiment USING btree (winner_id);
CREATE INDEX experiments_experimentlook_looked_by_id_a0bd7d67 ON public.experiments_experimentlook USING btree (looked_by_id);
CREATE INDEX experiments_gate_baseline_id_07a5472f ON public.experiments_gate USING btree (baseline_id);
CREATE INDEX experiments_gate_created_by_id_4cddb9fb ON public.experiments_gate USING btree (created_by_id);
CREATE INDEX experiments_gate_dataset_id_872b59ba ON public.experiments_gate USING btree (dataset_id);
CREATE INDEX experiments_gate_organization_id_cfe4b2f1 ON public.experiments_gate USING btree (organization_id);
CREATE INDEX experiments_gateresult_baseline_id_89329ce9 ON public.experiments_gateresult USING btree (baseline_id);
CREATE INDEX experiments_gateresult_decided_by_id_6cf21cca ON public.experiments_gateresult USING btree (decided_by_id);
CREATE INDEX experiments_gateresult_evaluation_id_56e7a6d6 ON public.experiments_gateresult USING btree (evaluation_id);
CREATE INDEX experiments_gateresult_gate_id_859a5223 ON public.experiments_gateresult USING btree (gate_id);
CREATE INDEX experiments_gateresult_organization_id_69a78bbf ON public.experiments_gateresult USING btree (organization_id);
CREATE INDEX experiments_scorelane_sample_id_43bc8bcf ON public.experiments_scorelane USING btree (sample_id);
CREATE INDEX experiments_study_created_by_id_c10306c7 ON public.experiments_study USING btree (created_by_id);
CREATE INDEX experiments_study_dataset_version_id_3dbc8bcf ON public.experiments_study USING btree (dataset_version_id);
CREATE INDEX experiments_study_organization_id_56146f7a ON public.experiments_study USING btree (organization_id);
CREATE INDEX experiments_study_window_id_f04c1533 ON public.experiments_study USING btree (window_id);
CREATE INDEX experiments_studysample_request_id_e2f126a1 ON public.experiments_studysample USING btree (request_id);
CREATE INDEX experiments_studysample_schema_version_id_43dee9b4 ON public.experiments_studysample USING btree (schema_version_id);
CREATE INDEX experiments_suiterun_created_by_id_fa9d567e ON public.experiments_suiterun USING btree (created_by_id);
CREATE INDEX experiments_suiterun_organization_id_45596db6 ON public.experiments_suiterun USING btree (organization_id);
CREATE INDEX experiments_suiterun_suite_id_e9d72d3c ON public.experiments_suiterun USING btree (suite_id);
CREATE INDEX experiments_suiterun_system_id_5f6f8f6f ON public.experiments_suiterun USING btree (system_id);
CREATE INDEX experiments_variant_evaluation_id_64b070db ON public.experiments_variant USING btree (evaluation_id);
CREATE INDEX experiments_variant_organization_id_123a4c18 ON public.experiments_variant USING btree (organization_id);
CREATE INDEX experiments_variant_system_id_f8dc923a ON public.experiments_variant USING btree (system_id);
CREATE INDEX export_by_organization ON public.annotations_exportjob USING btree (organization_id, created_at DESC);
CREATE INDEX export_due ON public.annotations_exportjob USING btree (state, next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX gate_result_by_evaluation ON public.experiments_gateresult USING btree (evaluation_id, decided_at DESC);
CREATE INDEX gate_result_by_gate ON public.experiments_gateresult USING btree (gate_id, decided_at DESC);
CREATE INDEX grading_ungraded ON public.reviews_gradingrun USING btree (created_at) WHERE (graded_at IS NULL);
CREATE INDEX ground_truth_by_decider ON public.annotations_groundtruth USING btree (decided_by_id) WHERE (decided_by_id IS NOT NULL);
CREATE UNIQUE INDEX ground_truth_one_current ON public.annotations_groundtruth USING btree (item_id, question_id) WHERE is_current;
CREATE INDEX ground_truth_superseded ON public.annotations_groundtruth USING btree (supersedes_id) WHERE (supersedes_id IS NOT NULL);
CREATE INDEX import_due ON public.annotations_importjob USING btree (state, next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX item_open ON public.annotations_taskitem USING btree (task_id, priority DESC, "position") WHERE (((closed_reason)::text = ''::text) AND (open_slots > 0));
CREATE INDEX item_withdrawn ON public.annotations_taskitem USING btree (task_id) WHERE (NOT ((closed_reason)::text = ''::text));
CREATE INDEX job_by_location ON public.reviews_job USING btree (organization_id, location);
CREATE INDEX job_by_organization ON public.reviews_job USING btree (organization_id, created_at DESC);
CREATE INDEX job_under_review ON public.reviews_job USING btree (created_at) WHERE ((state)::text = 'reviewing'::text);
CREATE INDEX judge_test_due ON public.reviews_judgetest USING btree (next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX judge_test_newest ON public.reviews_judgetest USING btree (organization_id, judge, kind, created_at DESC);
CREATE INDEX judgement_abstained ON public.annotations_judgement USING btree (question_id) WHERE abstained;
CREATE INDEX judgement_by_number ON public.annotations_judgement USING btree (question_id, number) INCLUDE (annotation_id) WHERE (number IS NOT NULL);
CREATE INDEX judgement_by_question ON public.annotations_judgement USING btree (question_id, annotation_id) INCLUDE (number);
CREATE INDEX llm_attempt_by_time ON public.reviews_llmattempt USING btree (started_at);
CREATE UNIQUE INDEX llm_attempt_one_accepted ON public.reviews_llmattempt USING btree (request_id) WHERE ((status)::text = 'ok'::text);
CREATE INDEX llm_attempt_simulated ON public.reviews_llmattempt USING btree (request_id) WHERE simulated;
CREATE INDEX llm_attempt_unpriced ON public.reviews_llmattempt USING btree (started_at) WHERE (cost_usd IS NULL);
CREATE INDEX llm_attempt_with_raw ON public.reviews_llmattempt USING btree (started_at) WHERE (raw_response IS NOT NULL);
CREATE INDEX llm_batch_due ON public.reviews_llmbatch USING btree (next_poll_at) WHERE ((status)::text = ANY (ARRAY[('draft'::character varying)::text, ('submitting'::character varying)::text, ('submitted'::character varying)::text, ('ended'::character varying)::text]));
CREATE UNIQUE INDEX llm_batch_item_one_open ON public.reviews_llmbatchitem USING btree (request_id) WHERE ((status)::text = 'queued'::text);
CREATE UNIQUE INDEX llm_batch_ref_unique ON public.reviews_llmbatch USING btree (provider, batch_ref) WHERE (NOT ((batch_ref)::text = ''::text));
CREATE INDEX llm_request_by_end ON public.reviews_llmrequest USING btree (finished_at) WHERE ((reused_from_id IS NULL) AND ((state)::text = ANY (ARRAY[('done'::character varying)::text, ('failed'::character varying)::text])));
CREATE INDEX llm_request_by_state ON public.reviews_llmrequest USING btree (run_id, state) INCLUDE (stage_id, replaced, reused_from_id);
CREATE INDEX llm_request_due ON public.reviews_llmrequest USING btree (stage_id, next_attempt_at, id) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX llm_request_in_order ON public.reviews_llmrequest USING btree (stage_id, state, id);
CREATE INDEX llm_request_reused ON public.reviews_llmrequest USING btree (reused_from_id) WHERE (reused_from_id IS NOT NULL);
CREATE INDEX llm_request_same_content ON public.reviews_llmrequest USING btree (content_hash) WHERE ((reused_from_id IS NULL) AND ((state)::text = 'done'::text) AND (NOT ((content_hash)::text = ''::text)));
CREATE INDEX notification_by_user ON public.annotations_notification USING btree (user_id, organization_id, created_at DESC);
CREATE INDEX notification_unread ON public.annotations_notification USING btree (user_id, organization_id) WHERE (read_at IS NULL);
CREATE INDEX observation_by_grader ON public.reviews_qualityobservation USING btree (organization_id, task_type, simulated, grader_id, system_id, recorded_at DESC);
CREATE INDEX observation_by_system ON public.reviews_qualityobservation USING btree (organization_id, task_type, system_id, recorded_at DESC);
CREATE INDEX observation_by_time ON public.reviews_qualityobservation USING btree (organization_id, recorded_at DESC);
CREATE INDEX outbox_by_age ON public.events_outboxevent USING btree (created_at);
CREATE INDEX outbox_unnumbered ON public.events_outboxevent USING btree (id) WHERE (sequence IS NULL);
CREATE INDEX output_search ON public.datasets_outputsearch USING gin (vector);
CREATE INDEX password_reset_by_user ON public.accounts_passwordreset USING btree (user_id, created_at);
CREATE INDEX password_reset_due ON public.accounts_passwordreset USING btree (next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE UNIQUE INDEX prompt_one_draft ON public.reviews_prompt USING btree (organization_id, kind, name) WHERE ((status)::text = 'draft'::text);
CREATE INDEX reviews_audit_own_judgement_id_773d850f ON public.reviews_audit USING btree (own_judgement_id);
CREATE INDEX reviews_auditlease_auditor_id_c5dbbb77 ON public.reviews_auditlease USING btree (auditor_id);
CREATE INDEX reviews_auditopening_auditor_id_1b919b31 ON public.reviews_auditopening USING btree (auditor_id);
CREATE INDEX reviews_auditpick_item_id_96b437d3 ON public.reviews_auditpick USING btree (item_id);
CREATE INDEX reviews_auditsample_task_id_2af8abef ON public.reviews_auditsample USING btree (task_id);
CREATE INDEX reviews_critique_annotation_id_ef2d7504 ON public.reviews_critique USING btree (annotation_id);
CREATE INDEX reviews_critique_schema_version_id_c3b857d2 ON public.reviews_critique USING btree (schema_version_id);
CREATE INDEX reviews_dailytotal_organization_id_65ac1a51 ON public.reviews_dailytotal USING btree (organization_id);
CREATE INDEX reviews_evaluationrun_annotator_id_0acc8767 ON public.reviews_evaluationrun USING btree (annotator_id);
CREATE INDEX reviews_evaluationrun_created_by_id_7efb81ec ON public.reviews_evaluationrun USING btree (created_by_id);
CREATE INDEX reviews_evaluationrun_organization_id_26cb48f9 ON public.reviews_evaluationrun USING btree (organization_id);
CREATE INDEX reviews_evaluationrun_task_id_02307680 ON public.reviews_evaluationrun USING btree (task_id);
CREATE INDEX reviews_gradingrun_created_by_id_000fe6be ON public.reviews_gradingrun USING btree (created_by_id);
CREATE INDEX reviews_gradingrun_dataset_version_id_42a3d69e ON public.reviews_gradingrun USING btree (dataset_version_id);
CREATE INDEX reviews_gradingrun_organization_id_0a90e074 ON public.reviews_gradingrun USING btree (organization_id);
CREATE INDEX reviews_job_created_by_id_56f6484c ON public.reviews_job USING btree (created_by_id);
CREATE INDEX reviews_job_item_id_9d144ff1 ON public.reviews_job USING btree (item_id);
CREATE INDEX reviews_job_organization_id_80360f69 ON public.reviews_job USING btree (organization_id);
CREATE INDEX reviews_job_signed_off_by_id_655d9331 ON public.reviews_job USING btree (signed_off_by_id);
CREATE INDEX reviews_judgetest_created_by_id_3076e85e ON public.reviews_judgetest USING btree (created_by_id);
CREATE INDEX reviews_judgetest_grading_id_75206107 ON public.reviews_judgetest USING btree (grading_id);
CREATE INDEX reviews_judgetest_organization_id_9696b72e ON public.reviews_judgetest USING btree (organization_id);
CREATE INDEX reviews_llmattempt_price_id_69509e34 ON public.reviews_llmattempt USING btree (price_id);
CREATE INDEX reviews_llmattempt_request_id_752c7c0e ON public.reviews_llmattempt USING btree (request_id);
CREATE INDEX reviews_llmbatch_run_id_1b4d5347 ON public.reviews_llmbatch USING btree (run_id);
CREATE INDEX reviews_llmbatch_stage_id_383db9d7 ON public.reviews_llmbatch USING btree (stage_id);
CREATE INDEX reviews_llmbatchitem_request_id_254b519f ON public.reviews_llmbatchitem USING btree (request_id);
CREATE INDEX reviews_llmmessage_system_id_7b65dbdd ON public.reviews_llmmessage USING btree (system_id);
CREATE INDEX reviews_llmprice_sha256_e9cfaf2e_like ON public.reviews_llmprice USING btree (sha256 varchar_pattern_ops);
CREATE INDEX reviews_llmprompt_sha256_243dfbdb_like ON public.reviews_llmprompt USING btree (sha256 varchar_pattern_ops);
CREATE INDEX reviews_methodtask_organization_id_f20f9fa7 ON public.reviews_methodtask USING btree (organization_id);
CREATE INDEX reviews_prompt_created_by_id_54a805f6 ON public.reviews_prompt USING btree (created_by_id);
CREATE INDEX reviews_prompt_organization_id_9ce5dd75 ON public.reviews_prompt USING btree (organization_id);
CREATE INDEX reviews_prompt_published_by_id_a0908bc3 ON public.reviews_prompt USING btree (published_by_id);
CREATE INDEX reviews_promptlabel_moved_by_id_77a54832 ON public.reviews_promptlabel USING btree (moved_by_id);
CREATE INDEX reviews_promptlabel_organization_id_aaea35f8 ON public.reviews_promptlabel USING btree (organization_id);
CREATE INDEX reviews_promptlabel_prompt_id_18edfe2d ON public.reviews_promptlabel USING btree (prompt_id);
CREATE INDEX reviews_providerkey_organization_id_f66320d0 ON public.reviews_providerkey USING btree (organization_id);
CREATE INDEX reviews_providerkey_set_by_id_a9cf6fec ON public.reviews_providerkey USING btree (set_by_id);
CREATE INDEX reviews_qualityobservation_grading_id_63e2bdc1 ON public.reviews_qualityobservation USING btree (grading_id);
CREATE INDEX reviews_qualityobservation_organization_id_b8371ad2 ON public.reviews_qualityobservation USING btree (organization_id);
CREATE INDEX reviews_ratelimitprofile_created_by_id_adf3c706 ON public.reviews_ratelimitprofile USING btree (created_by_id);
CREATE INDEX reviews_ratelimitprofile_organization_id_a315743c ON public.reviews_ratelimitprofile USING btree (organization_id);
CREATE INDEX reviews_routedprompt_created_by_id_417a2913 ON public.reviews_routedprompt USING btree (created_by_id);
CREATE INDEX reviews_routedprompt_organization_id_1d12d6f5 ON public.reviews_routedprompt USING btree (organization_id);
CREATE INDEX reviews_routedpromptset_created_by_id_33f6a390 ON public.reviews_routedpromptset USING btree (created_by_id);
CREATE INDEX reviews_routedpromptset_organization_id_91fa2630 ON public.reviews_routedpromptset USING btree (organization_id);
CREATE INDEX reviews_routingpolicy_organization_id_be9cc33e ON public.reviews_routingpolicy USING btree (organization_id);
CREATE INDEX reviews_runstage_annotator_id_9ba94075 ON public.reviews_runstage USING btree (annotator_id);
CREATE INDEX reviews_spending_organization_id_e59e1bbd ON public.reviews_spending USING btree (organization_id);
CREATE INDEX reviews_spending_run_id_667e5f42 ON public.reviews_spending USING btree (run_id);
CREATE INDEX routed_by_task ON public.reviews_routedprompt USING btree (organization_id, task_type, created_at DESC);
CREATE INDEX routed_shadow_open ON public.reviews_routedprompt USING btree (created_at) WHERE ((shadow)::text = ANY (ARRAY[('drawn'::character varying)::text, ('asked'::character varying)::text]));
CREATE INDEX saved_view_by_list ON public.accounts_savedview USING btree (organization_id, list_key, scope);
CREATE UNIQUE INDEX spending_of_month ON public.reviews_spending USING btree (organization_id, month) WHERE (run_id IS NULL);
CREATE UNIQUE INDEX spending_of_run ON public.reviews_spending USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX suite_run_by_time ON public.experiments_suiterun USING btree (organization_id, created_at DESC);
CREATE INDEX suite_run_due ON public.experiments_suiterun USING btree (state, next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX task_by_status ON public.annotations_annotationtask USING btree (organization_id, status);
CREATE UNIQUE INDEX team_name_unique ON public.accounts_team USING btree (organization_id, lower((name)::text));
CREATE INDEX traffic_outcome_in_order ON public.experiments_trafficoutcome USING btree (experiment_id, id);
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE UNIQUE INDEX user_email_unique ON public.accounts_user USING btree (lower((email)::text));
CREATE UNIQUE INDEX variant_one_control ON public.experiments_variant USING btree (experiment_id) WHERE is_control;
CREATE INDEX version_due ON public.datasets_datasetversion USING btree (state, next_attempt_at) WHERE (NOT ((state)::text = 'done'::text));
CREATE INDEX version_to_index ON public.datasets_datasetversion USING btree (unindexed_from) WHERE (unindexed_from IS NOT NULL);
CREATE INDEX webhook_delivery_due ON public.events_webhookdelivery USING btree (endpoint_id, next_attempt_at) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX webhook_delivery_log ON public.events_webhookdelivery USING btree (endpoint_id, id DESC);
CREATE UNIQUE INDEX webhook_of_requests_once ON public.events_webhookendpoint USING btree (organization_id) WHERE ((kind)::text = 'requests'::text);
CREATE INDEX work_workfailure_organization_id_7eb80041 ON public.work_workfailure USING btree (organization_id);
CREATE TRIGGER accounts_auditevent_append_only BEFORE DELETE OR UPDATE ON public.accounts_auditevent FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER annotations_annotationevent_append_only BEFORE DELETE OR UPDATE ON public.annotations_annotationevent FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER annotations_metric_frozen BEFORE UPDATE ON public.annotations_metric FOR EACH ROW EXECUTE FUNCTION public.annotations_metric_frozen();
CREATE TRIGGER case_frozen_deleted AFTER DELETE ON public.datasets_testcase REFERENCING OLD TABLE AS old_cases FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_cases();
CREATE TRIGGER case_frozen_updated AFTER UPDATE ON public.datasets_testcase REFERENCING OLD TABLE AS old_cases FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change_of_cases();
CREATE TRIGGER case_indexed AFTER INSERT OR UPDATE ON public.datasets_testcase FOR EACH ROW WHEN ((current_setting('evalhub.indexes_later'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.index_case();
CREATE TRIGGER datasets_modeloutput_system_id_inserted AFTER INSERT ON public.datasets_modeloutput REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.datasets_modeloutput_system_id_known();
CREATE TRIGGER datasets_modeloutput_system_id_unused BEFORE DELETE ON public.datasets_system FOR EACH ROW EXECUTE FUNCTION public.datasets_modeloutput_system_id_unused();
CREATE TRIGGER datasets_modeloutput_system_id_updated AFTER UPDATE ON public.datasets_modeloutput REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION public.datasets_modeloutput_system_id_known();
CREATE TRIGGER experiment_frozen BEFORE UPDATE ON public.experiments_experiment FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_experiment();
CREATE TRIGGER experiment_metric_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.experiments_experimentmetric FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_plan();
CREATE TRIGGER experiments_allocation_append_only BEFORE DELETE OR UPDATE ON public.experiments_allocation FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER experiments_benchmarksuite_frozen BEFORE UPDATE ON public.experiments_benchmarksuite FOR EACH ROW EXECUTE FUNCTION public.experiments_benchmarksuite_frozen();
CREATE TRIGGER experiments_benchmarktask_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.experiments_benchmarktask FOR EACH ROW EXECUTE FUNCTION public.experiments_benchmarktask_frozen();
CREATE TRIGGER experiments_experimentlook_append_only BEFORE DELETE OR UPDATE ON public.experiments_experimentlook FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER experiments_trafficoutcome_append_only BEFORE DELETE OR UPDATE ON public.experiments_trafficoutcome FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER experiments_variantshares_append_only BEFORE DELETE OR UPDATE ON public.experiments_variantshares FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER output_indexed AFTER INSERT OR UPDATE OF text ON public.datasets_modeloutput FOR EACH ROW WHEN ((current_setting('evalhub.indexes_later'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.index_output();
CREATE TRIGGER prompt_published BEFORE DELETE OR UPDATE ON public.reviews_prompt FOR EACH ROW WHEN (((old.status)::text = 'published'::text)) EXECUTE FUNCTION public.refuse_published_change();
CREATE TRIGGER variant_frozen BEFORE INSERT OR DELETE OR UPDATE ON public.experiments_variant FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_plan();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_dataset_id_c1d7c4bc_fk_datasets_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.datasets_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_dataset_id_same_organization FOREIGN KEY (organization_id, dataset_id) REFERENCES public.datasets_dataset(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_experiment_id_67aaf554_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_experiment_id_same_organization FOREIGN KEY (organization_id, experiment_id) REFERENCES public.experiments_experiment(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_membership_id_7146a482_fk_accounts_ FOREIGN KEY (membership_id) REFERENCES public.accounts_membership(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_membership_id_same_organization FOREIGN KEY (organization_id, membership_id) REFERENCES public.accounts_membership(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_organization_id_79d80250_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_task_id_b0827b96_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_apikey
    ADD CONSTRAINT accounts_apikey_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_auditevent
    ADD CONSTRAINT accounts_auditevent_actor_id_179eee89_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_auditevent
    ADD CONSTRAINT accounts_auditevent_organization_id_5fa8aa26_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_idempotentanswer
    ADD CONSTRAINT accounts_idempotenta_membership_id_2bd783eb_fk_accounts_ FOREIGN KEY (membership_id) REFERENCES public.accounts_membership(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_invited_by_id_94a21efc_fk_accounts_user_id FOREIGN KEY (invited_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_organization_id_2be75950_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_team_id_a42a47a0_fk_accounts_team_id FOREIGN KEY (team_id) REFERENCES public.accounts_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_invitation
    ADD CONSTRAINT accounts_invitation_team_id_same_organization FOREIGN KEY (organization_id, team_id) REFERENCES public.accounts_team(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_membership
    ADD CONSTRAINT accounts_membership_organization_id_936776de_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_membership
    ADD CONSTRAINT accounts_membership_user_id_487fb39e_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_passwordreset
    ADD CONSTRAINT accounts_passwordreset_user_id_948b8566_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_savedview
    ADD CONSTRAINT accounts_savedview_organization_id_27713500_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_savedview
    ADD CONSTRAINT accounts_savedview_user_id_f77d553a_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_team
    ADD CONSTRAINT accounts_team_organization_id_bf0a6adc_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_membership_id_372c7e02_fk_accounts_ FOREIGN KEY (membership_id) REFERENCES public.accounts_membership(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_membership_id_same_organization FOREIGN KEY (organization_id, membership_id) REFERENCES public.accounts_membership(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_organization_id_9241ef1f_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_team_id_9d59702b_fk_accounts_team_id FOREIGN KEY (team_id) REFERENCES public.accounts_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.accounts_teammember
    ADD CONSTRAINT accounts_teammember_team_id_same_organization FOREIGN KEY (organization_id, team_id) REFERENCES public.accounts_team(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_adjudicationrequest
    ADD CONSTRAINT annotations_adjudica_asked_by_id_2e33b24e_fk_accounts_ FOREIGN KEY (asked_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_adjudicationrequest
    ADD CONSTRAINT annotations_adjudica_item_id_95496f59_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_adjudicationrequest
    ADD CONSTRAINT annotations_adjudica_task_id_083d506d_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_adjudicationrequest
    ADD CONSTRAINT annotations_adjudicationrequest_item_id_same_task FOREIGN KEY (task_id, item_id) REFERENCES public.annotations_taskitem(task_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_agreementsnapshot
    ADD CONSTRAINT annotations_agreemen_question_id_bd72841b_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_agreementsnapshot
    ADD CONSTRAINT annotations_agreemen_task_id_3e8f5135_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationevent
    ADD CONSTRAINT annotations_annotati_actor_id_2135244c_fk_annotatio FOREIGN KEY (actor_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotati_annotator_id_82f398bc_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotati_assignment_id_3b598a91_fk_annotatio FOREIGN KEY (assignment_id) REFERENCES public.annotations_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotati_created_by_id_c76215fa_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotati_dataset_version_id_911b5b89_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationevent
    ADD CONSTRAINT annotations_annotati_item_id_3861679e_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotati_item_id_d9a88b22_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotati_organization_id_29b8276c_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotati_schema_version_id_41b41387_fk_annotatio FOREIGN KEY (schema_version_id) REFERENCES public.annotations_schemaversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotati_schema_version_id_8d0ef7e1_fk_annotatio FOREIGN KEY (schema_version_id) REFERENCES public.annotations_schemaversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotati_task_id_74272311_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationevent
    ADD CONSTRAINT annotations_annotati_task_id_f2039f20_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotation
    ADD CONSTRAINT annotations_annotation_item_id_same_task FOREIGN KEY (task_id, item_id) REFERENCES public.annotations_taskitem(task_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotationtask
    ADD CONSTRAINT annotations_annotationtask_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotator
    ADD CONSTRAINT annotations_annotato_organization_id_8603a742_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_annotator
    ADD CONSTRAINT annotations_annotator_user_id_27128867_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT annotations_assignme_annotator_id_d11cd1b9_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT annotations_assignme_item_id_904d6b0b_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT annotations_assignme_task_id_e2fdef23_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_assignment
    ADD CONSTRAINT annotations_assignment_item_id_same_task FOREIGN KEY (task_id, item_id) REFERENCES public.annotations_taskitem(task_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_bulkoperation
    ADD CONSTRAINT annotations_bulkoper_created_by_id_9711d57e_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_bulkoperation
    ADD CONSTRAINT annotations_bulkoper_organization_id_9a1e99d7_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_bulkoperation
    ADD CONSTRAINT annotations_bulkoper_task_id_956f0300_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_bulkoperation
    ADD CONSTRAINT annotations_bulkoperation_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_answers_id_a7cb228f_fk_annotatio FOREIGN KEY (answers_id) REFERENCES public.annotations_comment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_answers_id_same_organization FOREIGN KEY (organization_id, answers_id) REFERENCES public.annotations_comment(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_author_id_b82c9f74_fk_accounts_user_id FOREIGN KEY (author_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_item_id_004e2dc2_fk_annotations_taskitem_id FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_item_id_same_task FOREIGN KEY (task_id, item_id) REFERENCES public.annotations_taskitem(task_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_organization_id_930ba4e5_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_task_id_9c186da8_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_comment
    ADD CONSTRAINT annotations_comment_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_cursor
    ADD CONSTRAINT annotations_cursor_annotator_id_da6d9a30_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_cursor
    ADD CONSTRAINT annotations_cursor_task_id_4acb5e29_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_disagreement
    ADD CONSTRAINT annotations_disagree_question_id_95add37f_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_disagreement
    ADD CONSTRAINT annotations_disagreement_item_id_same_task FOREIGN KEY (task_id, item_id) REFERENCES public.annotations_taskitem(task_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_annotation_id_075214ba_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_annotator_id_c1bd265c_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_assignment_id_13886f21_fk_annotatio FOREIGN KEY (assignment_id) REFERENCES public.annotations_assignment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_draft
    ADD CONSTRAINT annotations_draft_item_id_677863fb_fk_annotations_taskitem_id FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_evidence
    ADD CONSTRAINT annotations_evidence_judgement_id_7909d850_fk_annotatio FOREIGN KEY (judgement_id) REFERENCES public.annotations_judgement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_exportjob
    ADD CONSTRAINT annotations_exportjo_created_by_id_7f120076_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_exportjob
    ADD CONSTRAINT annotations_exportjo_organization_id_e242ebff_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_exportjob
    ADD CONSTRAINT annotations_exportjo_task_id_684d9d39_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_exportjob
    ADD CONSTRAINT annotations_exportjob_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT annotations_groundtr_decided_by_id_4102a46c_fk_accounts_ FOREIGN KEY (decided_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT annotations_groundtr_item_id_0d1bebc7_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT annotations_groundtr_question_id_62d4f7a3_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_groundtruth
    ADD CONSTRAINT annotations_groundtr_supersedes_id_5f2002fb_fk_annotatio FOREIGN KEY (supersedes_id) REFERENCES public.annotations_groundtruth(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_importjob
    ADD CONSTRAINT annotations_importjo_created_by_id_ddcd9448_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_importjob
    ADD CONSTRAINT annotations_importjo_organization_id_e43907e6_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_importjob
    ADD CONSTRAINT annotations_importjo_task_id_a49fe15d_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_importjob
    ADD CONSTRAINT annotations_importjob_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_judgement
    ADD CONSTRAINT annotations_judgemen_annotation_id_35652e5d_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_judgement
    ADD CONSTRAINT annotations_judgemen_question_id_d48d4557_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_metric
    ADD CONSTRAINT annotations_metric_created_by_id_4cc1106d_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_metric
    ADD CONSTRAINT annotations_metric_organization_id_72c6a7de_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notifica_comment_id_7bead140_fk_annotatio FOREIGN KEY (comment_id) REFERENCES public.annotations_comment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notifica_item_id_3982cd15_fk_annotatio FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notifica_organization_id_554497dd_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notification_actor_id_754b082d_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notification_comment_id_same_organization FOREIGN KEY (organization_id, comment_id) REFERENCES public.annotations_comment(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_notification
    ADD CONSTRAINT annotations_notification_user_id_e3e978b2_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_question
    ADD CONSTRAINT annotations_question_metric_id_994d0578_fk_annotatio FOREIGN KEY (metric_id) REFERENCES public.annotations_metric(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_question
    ADD CONSTRAINT annotations_question_schema_version_id_45f8ddca_fk_annotatio FOREIGN KEY (schema_version_id) REFERENCES public.annotations_schemaversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_schemaversion
    ADD CONSTRAINT annotations_schemave_task_id_f91c9f2f_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT annotations_taskitem_task_id_6c9846e3_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskitem
    ADD CONSTRAINT annotations_taskitem_test_case_id_a075bd3c_fk_datasets_ FOREIGN KEY (test_case_id) REFERENCES public.datasets_testcase(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_organization_id_27b25864_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_task_id_cf72a1ac_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_team_id_b6f21682_fk_accounts_team_id FOREIGN KEY (team_id) REFERENCES public.accounts_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.annotations_taskteam
    ADD CONSTRAINT annotations_taskteam_team_id_same_organization FOREIGN KEY (organization_id, team_id) REFERENCES public.accounts_team(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_caseblock
    ADD CONSTRAINT datasets_caseblock_version_id_4370651f_fk_datasets_ FOREIGN KEY (version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_casesearch
    ADD CONSTRAINT datasets_casesearch_case_id_71cb1546_fk_datasets_testcase_id FOREIGN KEY (case_id) REFERENCES public.datasets_testcase(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_dataset
    ADD CONSTRAINT datasets_dataset_created_by_id_d772db1e_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_dataset
    ADD CONSTRAINT datasets_dataset_organization_id_f604da74_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetvers_created_by_id_4d4f45a8_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetvers_dataset_id_e05150c5_fk_datasets_ FOREIGN KEY (dataset_id) REFERENCES public.datasets_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetvers_organization_id_9e27e06c_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_datasetversion
    ADD CONSTRAINT datasets_datasetversion_dataset_id_same_organization FOREIGN KEY (organization_id, dataset_id) REFERENCES public.datasets_dataset(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_modeloutput
    ADD CONSTRAINT datasets_modeloutput_test_case_id_3ef86c99_fk_datasets_ FOREIGN KEY (test_case_id) REFERENCES public.datasets_testcase(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_outputsearch
    ADD CONSTRAINT datasets_outputsearc_output_id_ab3ab99c_fk_datasets_ FOREIGN KEY (output_id) REFERENCES public.datasets_modeloutput(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_partialupload
    ADD CONSTRAINT datasets_partialuplo_created_by_id_8c080f1e_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_partialupload
    ADD CONSTRAINT datasets_partialuplo_organization_id_25fb2da8_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_system
    ADD CONSTRAINT datasets_system_created_by_id_3bb7c701_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_system
    ADD CONSTRAINT datasets_system_organization_id_69d672cf_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.datasets_testcase
    ADD CONSTRAINT datasets_testcase_version_id_9a81537c_fk_datasets_ FOREIGN KEY (version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_outboxevent
    ADD CONSTRAINT events_outboxevent_organization_id_53f4d55f_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookattempt
    ADD CONSTRAINT events_webhookattemp_delivery_id_fc5b8076_fk_events_we FOREIGN KEY (delivery_id) REFERENCES public.events_webhookdelivery(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelive_endpoint_id_f76dcfbe_fk_events_we FOREIGN KEY (endpoint_id) REFERENCES public.events_webhookendpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelive_event_id_c8fd55d9_fk_events_ou FOREIGN KEY (event_id) REFERENCES public.events_outboxevent(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelive_organization_id_ebe86dec_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelivery_endpoint_id_same_organization FOREIGN KEY (organization_id, endpoint_id) REFERENCES public.events_webhookendpoint(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookdelivery
    ADD CONSTRAINT events_webhookdelivery_event_id_same_organization FOREIGN KEY (organization_id, event_id) REFERENCES public.events_outboxevent(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookendpoint
    ADD CONSTRAINT events_webhookendpoi_created_by_id_08bd584d_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.events_webhookendpoint
    ADD CONSTRAINT events_webhookendpoi_organization_id_e79cfd92_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_allocation
    ADD CONSTRAINT experiments_allocati_experiment_id_85f3f631_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_allocation
    ADD CONSTRAINT experiments_allocation_variant_id_same_experiment FOREIGN KEY (experiment_id, variant_id) REFERENCES public.experiments_variant(experiment_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarksuite
    ADD CONSTRAINT experiments_benchmar_created_by_id_f6382149_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmar_dataset_version_id_5f45c641_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmar_organization_id_57ccf93d_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarksuite
    ADD CONSTRAINT experiments_benchmar_organization_id_6272d06a_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmar_suite_id_8eeaf122_fk_experimen FOREIGN KEY (suite_id) REFERENCES public.experiments_benchmarksuite(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmarktask_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_benchmarktask
    ADD CONSTRAINT experiments_benchmarktask_suite_id_same_organization FOREIGN KEY (organization_id, suite_id) REFERENCES public.experiments_benchmarksuite(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluationscorer
    ADD CONSTRAINT experiments_evaluati_annotator_id_f3248eaf_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluati_baseline_id_c84b6100_fk_experimen FOREIGN KEY (baseline_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluati_created_by_id_a55ca7c6_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluationscorer
    ADD CONSTRAINT experiments_evaluati_evaluation_id_1bacd7bd_fk_experimen FOREIGN KEY (evaluation_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluati_organization_id_2cc03a9d_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluationscorer
    ADD CONSTRAINT experiments_evaluati_question_id_783e600f_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluati_run_id_5e441f04_fk_reviews_e FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluati_task_id_ac86e9ff_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.experiments_evaluation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_system_id_d53ef58f_fk_datasets_system_id FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_system_id_same_organization FOREIGN KEY (organization_id, system_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evaluation
    ADD CONSTRAINT experiments_evaluation_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evidencewindow
    ADD CONSTRAINT experiments_evidence_created_by_id_b2b4c424_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evidenceview
    ADD CONSTRAINT experiments_evidence_evidence_id_68aa783c_fk_experimen FOREIGN KEY (evidence_id) REFERENCES public.experiments_evidence(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evidencewindow
    ADD CONSTRAINT experiments_evidence_organization_id_0eeec57e_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evidenceview
    ADD CONSTRAINT experiments_evidence_request_id_3a978ac7_fk_reviews_l FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_evidence
    ADD CONSTRAINT experiments_evidence_window_id_94e41178_fk_experimen FOREIGN KEY (window_id) REFERENCES public.experiments_evidencewindow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_concluded_by_id_efb914c0_fk_accounts_ FOREIGN KEY (concluded_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_conclusion_id_b9da3a4a_fk_experimen FOREIGN KEY (conclusion_id) REFERENCES public.experiments_experimentlook(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_created_by_id_7a6e7047_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_dataset_version_id_1eacab36_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experimentlook
    ADD CONSTRAINT experiments_experime_experiment_id_2689718f_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experimentmetric
    ADD CONSTRAINT experiments_experime_experiment_id_a7b041de_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experimentlook
    ADD CONSTRAINT experiments_experime_looked_by_id_a0bd7d67_fk_accounts_ FOREIGN KEY (looked_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_organization_id_0a52ef3a_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_repeats_id_eb80e178_fk_experimen FOREIGN KEY (repeats_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experime_winner_id_dcbab08c_fk_experimen FOREIGN KEY (winner_id) REFERENCES public.experiments_variant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experiment_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experiment_repeats_id_same_organization FOREIGN KEY (organization_id, repeats_id) REFERENCES public.experiments_experiment(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_experiment
    ADD CONSTRAINT experiments_experiment_winner_id_same_organization FOREIGN KEY (organization_id, winner_id) REFERENCES public.experiments_variant(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_baseline_id_07a5472f_fk_experimen FOREIGN KEY (baseline_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.experiments_evaluation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_created_by_id_4cddb9fb_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_dataset_id_872b59ba_fk_datasets_dataset_id FOREIGN KEY (dataset_id) REFERENCES public.datasets_dataset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_dataset_id_same_organization FOREIGN KEY (organization_id, dataset_id) REFERENCES public.datasets_dataset(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gate
    ADD CONSTRAINT experiments_gate_organization_id_cfe4b2f1_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresu_baseline_id_89329ce9_fk_experimen FOREIGN KEY (baseline_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresu_decided_by_id_6cf21cca_fk_accounts_ FOREIGN KEY (decided_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresu_evaluation_id_56e7a6d6_fk_experimen FOREIGN KEY (evaluation_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresu_organization_id_69a78bbf_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresult_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.experiments_evaluation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresult_evaluation_id_same_organization FOREIGN KEY (organization_id, evaluation_id) REFERENCES public.experiments_evaluation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresult_gate_id_859a5223_fk_experiments_gate_id FOREIGN KEY (gate_id) REFERENCES public.experiments_gate(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_gateresult
    ADD CONSTRAINT experiments_gateresult_gate_id_same_organization FOREIGN KEY (organization_id, gate_id) REFERENCES public.experiments_gate(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_scorelane
    ADD CONSTRAINT experiments_scorelan_sample_id_43bc8bcf_fk_experimen FOREIGN KEY (sample_id) REFERENCES public.experiments_studysample(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_scorelane
    ADD CONSTRAINT experiments_scorelane_stage_id_db583e0f_fk_reviews_runstage_id FOREIGN KEY (stage_id) REFERENCES public.reviews_runstage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_scoresummary
    ADD CONSTRAINT experiments_scoresum_annotator_id_55b19fd1_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_scoresummary
    ADD CONSTRAINT experiments_scoresum_evaluation_id_1e33a0d2_fk_experimen FOREIGN KEY (evaluation_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_scoresummary
    ADD CONSTRAINT experiments_scoresum_question_id_a43343df_fk_annotatio FOREIGN KEY (question_id) REFERENCES public.annotations_question(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_created_by_id_c10306c7_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_dataset_version_id_3dbc8bcf_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_organization_id_56146f7a_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_run_id_18d1c818_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_window_id_f04c1533_fk_experimen FOREIGN KEY (window_id) REFERENCES public.experiments_evidencewindow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_study
    ADD CONSTRAINT experiments_study_window_id_same_organization FOREIGN KEY (organization_id, window_id) REFERENCES public.experiments_evidencewindow(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysam_request_id_e2f126a1_fk_reviews_l FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysam_schema_version_id_43dee9b4_fk_annotatio FOREIGN KEY (schema_version_id) REFERENCES public.annotations_schemaversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysam_study_id_3a861229_fk_experimen FOREIGN KEY (study_id) REFERENCES public.experiments_study(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_studysample
    ADD CONSTRAINT experiments_studysam_task_id_f358e7b6_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_created_by_id_fa9d567e_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT experiments_suiterun_evaluation_id_35bdf966_fk_experimen FOREIGN KEY (evaluation_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_organization_id_45596db6_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT experiments_suiterun_run_id_3689ed60_fk_experimen FOREIGN KEY (run_id) REFERENCES public.experiments_suiterun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_suite_id_e9d72d3c_fk_experimen FOREIGN KEY (suite_id) REFERENCES public.experiments_benchmarksuite(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_suite_id_same_organization FOREIGN KEY (organization_id, suite_id) REFERENCES public.experiments_benchmarksuite(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_system_id_5f6f8f6f_fk_datasets_system_id FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiterun
    ADD CONSTRAINT experiments_suiterun_system_id_same_organization FOREIGN KEY (organization_id, system_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_suiteruntask
    ADD CONSTRAINT experiments_suiterun_task_id_d40747f6_fk_experimen FOREIGN KEY (task_id) REFERENCES public.experiments_benchmarktask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficoutcome
    ADD CONSTRAINT experiments_traffico_experiment_id_c6736da7_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficoutcome
    ADD CONSTRAINT experiments_trafficoutcome_allocation_id_same_experiment FOREIGN KEY (experiment_id, allocation_id) REFERENCES public.experiments_allocation(experiment_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficoutcome
    ADD CONSTRAINT experiments_trafficoutcome_metric_id_same_experiment FOREIGN KEY (experiment_id, metric_id) REFERENCES public.experiments_experimentmetric(experiment_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficsummary
    ADD CONSTRAINT experiments_traffics_experiment_id_5377be9e_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficsummary
    ADD CONSTRAINT experiments_traffics_metric_id_68bb9683_fk_experimen FOREIGN KEY (metric_id) REFERENCES public.experiments_experimentmetric(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_trafficsummary
    ADD CONSTRAINT experiments_traffics_variant_id_2c3ef746_fk_experimen FOREIGN KEY (variant_id) REFERENCES public.experiments_variant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_evaluation_id_64b070db_fk_experimen FOREIGN KEY (evaluation_id) REFERENCES public.experiments_evaluation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_evaluation_id_same_organization FOREIGN KEY (organization_id, evaluation_id) REFERENCES public.experiments_evaluation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_experiment_id_76682548_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_experiment_id_same_organization FOREIGN KEY (organization_id, experiment_id) REFERENCES public.experiments_experiment(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_organization_id_123a4c18_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_system_id_f8dc923a_fk_datasets_system_id FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variant
    ADD CONSTRAINT experiments_variant_system_id_same_organization FOREIGN KEY (organization_id, system_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.experiments_variantshares
    ADD CONSTRAINT experiments_variants_experiment_id_faf32996_fk_experimen FOREIGN KEY (experiment_id) REFERENCES public.experiments_experiment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_audit
    ADD CONSTRAINT reviews_audit_auditor_id_1a143a26_fk_annotations_annotator_id FOREIGN KEY (auditor_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_audit
    ADD CONSTRAINT reviews_audit_judgement_id_7e4fce14_fk_annotations_judgement_id FOREIGN KEY (judgement_id) REFERENCES public.annotations_judgement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_audit
    ADD CONSTRAINT reviews_audit_own_judgement_id_773d850f_fk_annotatio FOREIGN KEY (own_judgement_id) REFERENCES public.annotations_judgement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditdraw
    ADD CONSTRAINT reviews_auditdraw_task_id_d5c0b493_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditlease
    ADD CONSTRAINT reviews_auditlease_annotation_id_2cac1b52_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditlease
    ADD CONSTRAINT reviews_auditlease_auditor_id_c5dbbb77_fk_annotatio FOREIGN KEY (auditor_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditopening
    ADD CONSTRAINT reviews_auditopening_annotation_id_16a6f059_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditopening
    ADD CONSTRAINT reviews_auditopening_auditor_id_1b919b31_fk_annotatio FOREIGN KEY (auditor_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditpick
    ADD CONSTRAINT reviews_auditpick_annotation_id_a9d98752_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditpick
    ADD CONSTRAINT reviews_auditpick_organization_id_7b08c7e3_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditpick
    ADD CONSTRAINT reviews_auditpick_task_id_f7bbc1b5_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditpick
    ADD CONSTRAINT reviews_auditpick_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditpickmark
    ADD CONSTRAINT reviews_auditpickmar_task_id_1bbd4d4d_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditsample
    ADD CONSTRAINT reviews_auditsample_annotation_id_76e4bf93_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_auditsample
    ADD CONSTRAINT reviews_auditsample_task_id_2af8abef_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_budget
    ADD CONSTRAINT reviews_budget_organization_id_134cce5b_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_critique
    ADD CONSTRAINT reviews_critique_annotation_id_ef2d7504_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_critique
    ADD CONSTRAINT reviews_critique_request_id_e6d1c67d_fk_reviews_llmrequest_id FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_critique
    ADD CONSTRAINT reviews_critique_schema_version_id_c3b857d2_fk_annotatio FOREIGN KEY (schema_version_id) REFERENCES public.annotations_schemaversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_dailytotal
    ADD CONSTRAINT reviews_dailytotal_organization_id_65ac1a51_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_dailytotal
    ADD CONSTRAINT reviews_dailytotal_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_dailytotalmark
    ADD CONSTRAINT reviews_dailytotalma_organization_id_56ae6d7e_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationru_annotator_id_0acc8767_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationru_created_by_id_7efb81ec_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationru_organization_id_26cb48f9_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationru_task_id_02307680_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationrun_annotator_id_same_organization FOREIGN KEY (organization_id, annotator_id) REFERENCES public.annotations_annotator(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_evaluationrun
    ADD CONSTRAINT reviews_evaluationrun_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingcandidate
    ADD CONSTRAINT reviews_gradingcandi_grading_id_c8d5ca35_fk_reviews_g FOREIGN KEY (grading_id) REFERENCES public.reviews_gradingrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingcandidate
    ADD CONSTRAINT reviews_gradingcandi_system_id_a15131ba_fk_datasets_ FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_baseline_id_632e3bfa_fk_datasets_system_id FOREIGN KEY (baseline_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_created_by_id_000fe6be_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_dataset_version_id_42a3d69e_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_organization_id_0a90e074_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_run_id_35a3df45_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_task_id_b981aa5f_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_gradingrun
    ADD CONSTRAINT reviews_gradingrun_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_created_by_id_56f6484c_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_item_id_9d144ff1_fk_annotations_taskitem_id FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_method_task_id_0954c990_fk_reviews_methodtask_id FOREIGN KEY (method_task_id) REFERENCES public.reviews_methodtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_method_task_id_same_organization FOREIGN KEY (organization_id, method_task_id) REFERENCES public.reviews_methodtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_organization_id_80360f69_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_run_id_033ec275_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_job
    ADD CONSTRAINT reviews_job_signed_off_by_id_655d9331_fk_accounts_user_id FOREIGN KEY (signed_off_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_created_by_id_3076e85e_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_grading_id_75206107_fk_reviews_gradingrun_id FOREIGN KEY (grading_id) REFERENCES public.reviews_gradingrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_grading_id_same_organization FOREIGN KEY (organization_id, grading_id) REFERENCES public.reviews_gradingrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_group_id_0f6b2986_fk_reviews_judgetest_id FOREIGN KEY (group_id) REFERENCES public.reviews_judgetest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_group_id_same_organization FOREIGN KEY (organization_id, group_id) REFERENCES public.reviews_judgetest(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_judgetest
    ADD CONSTRAINT reviews_judgetest_organization_id_9696b72e_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT reviews_llmattempt_batch_item_id_7c0ea1b8_fk_reviews_l FOREIGN KEY (batch_item_id) REFERENCES public.reviews_llmbatchitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT reviews_llmattempt_price_id_69509e34_fk_reviews_llmprice_id FOREIGN KEY (price_id) REFERENCES public.reviews_llmprice(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmattempt
    ADD CONSTRAINT reviews_llmattempt_request_id_752c7c0e_fk_reviews_llmrequest_id FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmbatch
    ADD CONSTRAINT reviews_llmbatch_run_id_1b4d5347_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmbatch
    ADD CONSTRAINT reviews_llmbatch_stage_id_383db9d7_fk_reviews_runstage_id FOREIGN KEY (stage_id) REFERENCES public.reviews_runstage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmbatchitem
    ADD CONSTRAINT reviews_llmbatchitem_batch_id_01558c90_fk_reviews_llmbatch_id FOREIGN KEY (batch_id) REFERENCES public.reviews_llmbatch(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmbatchitem
    ADD CONSTRAINT reviews_llmbatchitem_request_id_254b519f_fk_reviews_l FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmmessage
    ADD CONSTRAINT reviews_llmmessage_attempt_id_084b4b07_fk_reviews_llmattempt_id FOREIGN KEY (attempt_id) REFERENCES public.reviews_llmattempt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmmessage
    ADD CONSTRAINT reviews_llmmessage_system_id_7b65dbdd_fk_reviews_llmprompt_id FOREIGN KEY (system_id) REFERENCES public.reviews_llmprompt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_annotation_id_98d1c202_fk_annotatio FOREIGN KEY (annotation_id) REFERENCES public.annotations_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_item_id_5b2d089d_fk_annotations_taskitem_id FOREIGN KEY (item_id) REFERENCES public.annotations_taskitem(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_reused_from_id_6f174824_fk_reviews_l FOREIGN KEY (reused_from_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_run_id_dd21e6ab_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_llmrequest
    ADD CONSTRAINT reviews_llmrequest_stage_id_875477a4_fk_reviews_runstage_id FOREIGN KEY (stage_id) REFERENCES public.reviews_runstage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_organization_id_f20f9fa7_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_task_id_bf6482ed_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_methodtask
    ADD CONSTRAINT reviews_methodtask_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT reviews_prompt_created_by_id_54a805f6_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT reviews_prompt_organization_id_9ce5dd75_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_prompt
    ADD CONSTRAINT reviews_prompt_published_by_id_a0908bc3_fk_accounts_user_id FOREIGN KEY (published_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT reviews_promptlabel_moved_by_id_77a54832_fk_accounts_user_id FOREIGN KEY (moved_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT reviews_promptlabel_organization_id_aaea35f8_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT reviews_promptlabel_prompt_id_18edfe2d_fk_reviews_prompt_id FOREIGN KEY (prompt_id) REFERENCES public.reviews_prompt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_promptlabel
    ADD CONSTRAINT reviews_promptlabel_prompt_id_same_organization FOREIGN KEY (organization_id, prompt_id) REFERENCES public.reviews_prompt(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_providerkey
    ADD CONSTRAINT reviews_providerkey_organization_id_f66320d0_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_providerkey
    ADD CONSTRAINT reviews_providerkey_set_by_id_a9cf6fec_fk_accounts_user_id FOREIGN KEY (set_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_baseline_id_a1beae12_fk_datasets_ FOREIGN KEY (baseline_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_grading_id_63e2bdc1_fk_reviews_g FOREIGN KEY (grading_id) REFERENCES public.reviews_gradingrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_judgement_id_1f78ea0e_fk_annotatio FOREIGN KEY (judgement_id) REFERENCES public.annotations_judgement(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_organization_id_b8371ad2_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_output_id_e34ece41_fk_datasets_ FOREIGN KEY (output_id) REFERENCES public.datasets_modeloutput(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobser_system_id_ac432ca0_fk_datasets_ FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_grading_id_same_organization FOREIGN KEY (organization_id, grading_id) REFERENCES public.reviews_gradingrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_qualityobservation
    ADD CONSTRAINT reviews_qualityobservation_system_id_same_organization FOREIGN KEY (organization_id, system_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_ratelimitprofile
    ADD CONSTRAINT reviews_ratelimitpro_created_by_id_adf3c706_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_ratelimitprofile
    ADD CONSTRAINT reviews_ratelimitpro_organization_id_a315743c_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_baseline_id_4e46533e_fk_datasets_system_id FOREIGN KEY (baseline_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_baseline_id_same_organization FOREIGN KEY (organization_id, baseline_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_case_id_ff4791f3_fk_datasets_testcase_id FOREIGN KEY (case_id) REFERENCES public.datasets_testcase(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedprompt_created_by_id_33f6a390_fk_accounts_ FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_created_by_id_417a2913_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedprompt_dataset_version_id_04a5ed77_fk_datasets_ FOREIGN KEY (dataset_version_id) REFERENCES public.datasets_datasetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_observation_id_8c83d8cb_fk_reviews_q FOREIGN KEY (observation_id) REFERENCES public.reviews_qualityobservation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_observation_id_same_organization FOREIGN KEY (organization_id, observation_id) REFERENCES public.reviews_qualityobservation(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_organization_id_1d12d6f5_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedprompt_organization_id_91fa2630_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_output_id_e6cdf901_fk_datasets_ FOREIGN KEY (output_id) REFERENCES public.datasets_modeloutput(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_request_id_4b706345_fk_reviews_l FOREIGN KEY (request_id) REFERENCES public.reviews_llmrequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_run_id_aa4ebd9b_fk_reviews_e FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_shadow_output_id_69aefce2_fk_datasets_ FOREIGN KEY (shadow_output_id) REFERENCES public.datasets_modeloutput(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_shadow_run_id_802e7a4c_fk_reviews_e FOREIGN KEY (shadow_run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_shadow_run_id_same_organization FOREIGN KEY (organization_id, shadow_run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_system_id_e077ac75_fk_datasets_system_id FOREIGN KEY (system_id) REFERENCES public.datasets_system(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedprompt
    ADD CONSTRAINT reviews_routedprompt_system_id_same_organization FOREIGN KEY (organization_id, system_id) REFERENCES public.datasets_system(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedprompt_task_id_e449df77_fk_annotatio FOREIGN KEY (task_id) REFERENCES public.annotations_annotationtask(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedpromptset_dataset_version_id_same_organization FOREIGN KEY (organization_id, dataset_version_id) REFERENCES public.datasets_datasetversion(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routedpromptset
    ADD CONSTRAINT reviews_routedpromptset_task_id_same_organization FOREIGN KEY (organization_id, task_id) REFERENCES public.annotations_annotationtask(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_routingpolicy
    ADD CONSTRAINT reviews_routingpolic_organization_id_be9cc33e_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_runstage
    ADD CONSTRAINT reviews_runstage_annotator_id_9ba94075_fk_annotatio FOREIGN KEY (annotator_id) REFERENCES public.annotations_annotator(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_runstage
    ADD CONSTRAINT reviews_runstage_run_id_03377ced_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_spending
    ADD CONSTRAINT reviews_spending_organization_id_e59e1bbd_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_spending
    ADD CONSTRAINT reviews_spending_run_id_667e5f42_fk_reviews_evaluationrun_id FOREIGN KEY (run_id) REFERENCES public.reviews_evaluationrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.reviews_spending
    ADD CONSTRAINT reviews_spending_run_id_same_organization FOREIGN KEY (organization_id, run_id) REFERENCES public.reviews_evaluationrun(organization_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.work_workfailure
    ADD CONSTRAINT work_workfailure_organization_id_7eb80041_fk_accounts_ FOREIGN KEY (organization_id) REFERENCES public.accounts_organization(id) DEFERRABLE INITIALLY DEFERRED;
INSERT INTO "django_migrations" ("app", "name", "applied") VALUES
('accounts', '0001_initial', now()),
('accounts', '0002_guards', now()),
('accounts', '0003_workbench', now()),
('accounts', '0004_sign_in', now()),
('accounts', '0005_password_reset', now()),
('accounts', '0006_idempotent_answer', now()),
('accounts', '0001_squashed', now()),
('accounts', '0002_saved_views', now()),
('accounts', '0003_teams', now()),
('accounts', '0004_request_limits', now()),
('accounts', '0005_organization_settings', now()),
('account', '0001_initial', now()),
('account', '0002_email_max_length', now()),
('account', '0003_alter_emailaddress_create_unique_verified_email', now()),
('account', '0004_alter_emailaddress_drop_unique_email', now()),
('account', '0005_emailaddress_idx_upper_email', now()),
('account', '0006_emailaddress_lower', now()),
('account', '0007_emailaddress_idx_email', now()),
('account', '0008_emailaddress_unique_primary_email_fixup', now()),
('account', '0009_emailaddress_unique_primary_email', now()),
('datasets', '0001_initial', now()),
('datasets', '0002_guards', now()),
('datasets', '0003_case_blocks', now()),
('datasets', '0001_squashed', now()),
('datasets', '0002_systems', now()),
('datasets', '0003_formats_of_the_registry', now()),
('datasets', '0004_open_versions', now()),
('datasets', '0005_produced_outputs', now()),
('datasets', '0006_unlisted_datasets', now()),
('datasets', '0007_search', now()),
('datasets', '0008_bad_rows', now()),
('datasets', '0009_label_files', now()),
('datasets', '0010_encoding', now()),
('datasets', '0011_partial_uploads', now()),
('datasets', '0012_times_of_outputs', now()),
('annotations', '0001_initial', now()),
('annotations', '0002_guards', now()),
('annotations', '0003_workbench', now()),
('annotations', '0004_workbench_guards', now()),
('annotations', '0005_counted', now()),
('annotations', '0006_events_by_item', now()),
('annotations', '0007_disagreement_checked_once', now()),
('annotations', '0008_fewer_entries_of_ground_truth', now()),
('annotations', '0009_whose_ground_truth', now()),
('annotations', '0010_old_ground_truth_says_whose_it_is', now()),
('annotations', '0011_returned_and_withdrawn_are_counted', now()),
('annotations', '0012_people_without_an_account', now()),
('annotations', '0013_imported_people_are_people', now()),
('annotations', '0014_same_organization', now()),
('annotations', '0001_squashed', now()),
('annotations', '0002_judgement_details', now()),
('annotations', '0003_formats_of_the_registries', now()),
('annotations', '0004_metrics_and_people', now()),
('annotations', '0005_annotator_method', now()),
('annotations', '0006_first_round_counts', now()),
('annotations', '0007_unlisted_tasks', now()),
('annotations', '0008_row_errors_as_codes', now()),
('annotations', '0009_flagged_annotations', now()),
('annotations', '0010_drafts_of_desks', now()),
('annotations', '0011_one_time_of_a_decision', now()),
('annotations', '0012_saved_views_of_items', now()),
('annotations', '0013_origins_of_tasks', now()),
('annotations', '0014_pages_of_drafts', now()),
('annotations', '0015_people_of_tasks', now()),
('annotations', '0016_origin_of_evaluations', now()),
('annotations', '0017_abstained_judgements', now()),
('annotations', '0018_judgements_by_number', now()),
('annotations', '0019_juries', now()),
('reviews', '0001_initial', now()),
('reviews', '0002_guards', now()),
('reviews', '0003_holds_and_openings', now()),
('reviews', '0004_workbench', now()),
('reviews', '0005_audit_pick', now()),
('reviews', '0006_engine', now()),
('reviews', '0007_stages_of_runs', now()),
('reviews', '0008_jobs_and_quality', now()),
('reviews', '0009_job_guards', now()),
('reviews', '0010_requests_in_order', now()),
('reviews', '0011_one_grader_and_shadows', now()),
('reviews', '0012_one_accepted_answer', now()),
('reviews', '0013_audits_that_do_not_count', now()),
('reviews', '0014_simulated_jobs', now()),
('reviews', '0015_run_outcomes', now()),
('reviews', '0016_question_failures', now()),
('reviews', '0017_crashes_and_refusals', now()),
('reviews', '0018_critics_own_answers', now()),
('reviews', '0019_position_checks', now()),
('reviews', '0020_imported_observations', now()),
('reviews', '0021_same_organization_of_reviews', now()),
('reviews', '0001_squashed', now()),
('reviews', '0002_orders_of_showing', now()),
('reviews', '0003_kinds_of_runs', now()),
('reviews', '0004_judge_tests', now()),
('reviews', '0005_run_rounds', now()),
('reviews', '0006_reused_answers', now()),
('reviews', '0007_systems_under_test', now()),
('reviews', '0008_prompts', now()),
('reviews', '0009_reasons_as_codes', now()),
('reviews', '0010_outputs_of_gradings', now()),
('reviews', '0011_requests_name_outputs', now()),
('reviews', '0012_tasks_of_gradings', now()),
('reviews', '0013_scores_are_judgements', now()),
('reviews', '0014_prompts_of_gradings', now()),
('reviews', '0015_errors_as_codes', now()),
('reviews', '0016_routed_prompts_are_cases', now()),
('reviews', '0017_reasons_of_quality', now()),
('reviews', '0018_examples_of_prompts', now()),
('reviews', '0019_newest_audits', now()),
('reviews', '0020_origins_of_tasks', now()),
('reviews', '0021_times_of_calls', now()),
('reviews', '0022_daily_totals', now()),
('reviews', '0023_provider_keys', now()),
('reviews', '0024_runs_of_evaluations', now()),
('experiments', '0001_initial', now()),
('experiments', '0002_guards', now()),
('experiments', '0001_squashed', now()),
('experiments', '0002_origins_of_tasks', now()),
('experiments', '0003_samples_of_studies', now()),
('experiments', '0004_evaluations', now()),
('experiments', '0005_benchmark_suites', now()),
('experiments', '0006_gates', now()),
('experiments', '0007_score_modes_of_summaries', now()),
('experiments', '0008_online_evaluations', now()),
('experiments', '0009_corpus_scores_of_summaries', now()),
('experiments', '0010_experiments', now()),
('experiments', '0011_judges_of_benchmark_tasks', now()),
('experiments', '0012_traffic_of_experiments', now()),
('experiments', '0013_reducers_of_repetitions', now()),
('experiments', '0014_posteriors_of_shares', now()),
('experiments', '0015_repeats_of_experiments', now()),
('accounts', '0002_admin_scope', now()),
('accounts', '0003_bound_keys', now()),
('accounts', '0004_bound_keys_of_one_organization', now()),
('accounts', '0005_use_of_scopes', now()),
('accounts', '0006_teams_of_invitations', now()),
('annotations', '0002_index_of_ended_annotations', now()),
('annotations', '0003_indexes_by_origin_and_exposure', now()),
('contenttypes', '0001_initial', now()),
('contenttypes', '0002_remove_content_type_name', now()),
('auth', '0001_initial', now()),
('auth', '0002_alter_permission_name_max_length', now()),
('auth', '0003_alter_user_email_max_length', now()),
('auth', '0004_alter_user_username_opts', now()),
('auth', '0005_alter_user_last_login_null', now()),
('auth', '0006_require_contenttypes_0002', now()),
('auth', '0007_alter_validators_add_error_messages', now()),
('auth', '0008_alter_user_username_max_length', now()),
('auth', '0009_alter_user_last_name_max_length', now()),
('auth', '0010_alter_group_name_max_length', now()),
('auth', '0011_update_proxy_permissions', now()),
('auth', '0012_alter_user_first_name_max_length', now()),
('datasets', '0002_version_purpose', now()),
('events', '0001_outbox', now()),
('events', '0002_webhooks', now()),
('reviews', '0002_covering_index_of_requests', now()),
('reviews', '0003_recount_simulated_days', now()),
('sessions', '0001_initial', now()),
('work', '0001_tables', now()),
('accounts', '0001_tables', now()),
('events', '0001_tables', now()),
('datasets', '0001_tables', now()),
('annotations', '0001_tables', now()),
('reviews', '0001_tables', now()),
('experiments', '0001_tables', now());
INSERT INTO "django_content_type" ("app_label", "model") VALUES
('work', 'workfailure'),
('accounts', 'signinthrottle'),
('accounts', 'user'),
('accounts', 'organization'),
('accounts', 'membership'),
('accounts', 'invitation'),
('accounts', 'auditevent'),
('accounts', 'apikey'),
('accounts', 'passwordreset'),
('accounts', 'savedview'),
('accounts', 'team'),
('accounts', 'teammember'),
('accounts', 'idempotentanswer'),
('events', 'outboxevent'),
('events', 'webhookdelivery'),
('events', 'webhookattempt'),
('events', 'webhookendpoint'),
('datasets', 'datasetversion'),
('datasets', 'modeloutput'),
('datasets', 'dataset'),
('datasets', 'testcase'),
('datasets', 'caseblock'),
('datasets', 'outputsearch'),
('datasets', 'partialupload'),
('datasets', 'system'),
('datasets', 'casesearch'),
('annotations', 'annotationtask'),
('annotations', 'annotator'),
('annotations', 'assignment'),
('annotations', 'annotation'),
('annotations', 'bulkoperation'),
('annotations', 'comment'),
('annotations', 'cursor'),
('annotations', 'exportjob'),
('annotations', 'importjob'),
('annotations', 'judgement'),
('annotations', 'evidence'),
('annotations', 'metric'),
('annotations', 'question'),
('annotations', 'agreementsnapshot'),
('annotations', 'schemaversion'),
('annotations', 'taskitem'),
('annotations', 'notification'),
('annotations', 'groundtruth'),
('annotations', 'draft'),
('annotations', 'disagreement'),
('annotations', 'annotationevent'),
('annotations', 'adjudicationrequest'),
('annotations', 'taskteam'),
('reviews', 'auditdraw'),
('reviews', 'auditpickmark'),
('reviews', 'dailytotalmark'),
('reviews', 'llmattempt'),
('reviews', 'llmprice'),
('reviews', 'llmprompt'),
('reviews', 'auditlease'),
('reviews', 'budget'),
('reviews', 'evaluationrun'),
('reviews', 'gradingrun'),
('reviews', 'gradingcandidate'),
('reviews', 'judgetest'),
('reviews', 'llmmessage'),
('reviews', 'llmbatch'),
('reviews', 'llmbatchitem'),
('reviews', 'llmrequest'),
('reviews', 'critique'),
('reviews', 'methodtask'),
('reviews', 'job'),
('reviews', 'prompt'),
('reviews', 'promptlabel'),
('reviews', 'providerkey'),
('reviews', 'providerstate'),
('reviews', 'qualityobservation'),
('reviews', 'ratelimitprofile'),
('reviews', 'routedprompt'),
('reviews', 'routedpromptset'),
('reviews', 'routingpolicy'),
('reviews', 'runstage'),
('reviews', 'spending'),
('reviews', 'audit'),
('reviews', 'auditopening'),
('reviews', 'auditpick'),
('reviews', 'auditsample'),
('reviews', 'dailytotal'),
('experiments', 'evidence'),
('experiments', 'benchmarksuite'),
('experiments', 'benchmarktask'),
('experiments', 'evaluation'),
('experiments', 'evaluationscorer'),
('experiments', 'evidenceview'),
('experiments', 'evidencewindow'),
('experiments', 'experiment'),
('experiments', 'allocation'),
('experiments', 'experimentlook'),
('experiments', 'experimentmetric'),
('experiments', 'gate'),
('experiments', 'gateresult'),
('experiments', 'scoresummary'),
('experiments', 'study'),
('experiments', 'studysample'),
('experiments', 'scorelane'),
('experiments', 'suiterun'),
('experiments', 'suiteruntask'),
('experiments', 'trafficoutcome'),
('experiments', 'variant'),
('experiments', 'trafficsummary'),
('experiments', 'variantshares'),
('auth', 'permission'),
('auth', 'group'),
('contenttypes', 'contenttype'),
('sessions', 'session'),
('account', 'emailaddress'),
('account', 'emailconfirmation');
INSERT INTO "auth_permission" ("name", "content_type_id", "codename") VALUES
('Can add work failure', 1, 'add_workfailure'),
('Can change work failure', 1, 'change_workfailure'),
('Can delete work failure', 1, 'delete_workfailure'),
('Can view work failure', 1, 'view_workfailure'),
('Can add sign in throttle', 2, 'add_signinthrottle'),
('Can change sign in throttle', 2, 'change_signinthrottle'),
('Can delete sign in throttle', 2, 'delete_signinthrottle'),
('Can view sign in throttle', 2, 'view_signinthrottle'),
('Can add user', 3, 'add_user'),
('Can change user', 3, 'change_user'),
('Can delete user', 3, 'delete_user'),
('Can view user', 3, 'view_user'),
('Can add organization', 4, 'add_organization'),
('Can change organization', 4, 'change_organization'),
('Can delete organization', 4, 'delete_organization'),
('Can view organization', 4, 'view_organization'),
('Can add membership', 5, 'add_membership'),
('Can change membership', 5, 'change_membership'),
('Can delete membership', 5, 'delete_membership'),
('Can view membership', 5, 'view_membership'),
('Can add invitation', 6, 'add_invitation'),
('Can change invitation', 6, 'change_invitation'),
('Can delete invitation', 6, 'delete_invitation'),
('Can view invitation', 6, 'view_invitation'),
('Can add audit event', 7, 'add_auditevent'),
('Can change audit event', 7, 'change_auditevent'),
('Can delete audit event', 7, 'delete_auditevent'),
('Can view audit event', 7, 'view_auditevent'),
('Can add api key', 8, 'add_apikey'),
('Can change api key', 8, 'change_apikey'),
('Can delete api key', 8, 'delete_apikey'),
('Can view api key', 8, 'view_apikey'),
('Can add password reset', 9, 'add_passwordreset'),
('Can change password reset', 9, 'change_passwordreset'),
('Can delete password reset', 9, 'delete_passwordreset'),
('Can view password reset', 9, 'view_passwordreset'),
('Can add saved view', 10, 'add_savedview'),
('Can change saved view', 10, 'change_savedview'),
('Can delete saved view', 10, 'delete_savedview'),
('Can view saved view', 10, 'view_savedview'),
('Can add team', 11, 'add_team'),
('Can change team', 11, 'change_team'),
('Can delete team', 11, 'delete_team'),
('Can view team', 11, 'view_team'),
('Can add team member', 12, 'add_teammember'),
('Can change team member', 12, 'change_teammember'),
('Can delete team member', 12, 'delete_teammember'),
('Can view team member', 12, 'view_teammember'),
('Can add idempotent answer', 13, 'add_idempotentanswer'),
('Can change idempotent answer', 13, 'change_idempotentanswer'),
('Can delete idempotent answer', 13, 'delete_idempotentanswer'),
('Can view idempotent answer', 13, 'view_idempotentanswer'),
('Can add outbox event', 14, 'add_outboxevent'),
('Can change outbox event', 14, 'change_outboxevent'),
('Can delete outbox event', 14, 'delete_outboxevent'),
('Can view outbox event', 14, 'view_outboxevent'),
('Can add webhook delivery', 15, 'add_webhookdelivery'),
('Can change webhook delivery', 15, 'change_webhookdelivery'),
('Can delete webhook delivery', 15, 'delete_webhookdelivery'),
('Can view webhook delivery', 15, 'view_webhookdelivery'),
('Can add webhook attempt', 16, 'add_webhookattempt'),
('Can change webhook attempt', 16, 'change_webhookattempt'),
('Can delete webhook attempt', 16, 'delete_webhookattempt'),
('Can view webhook attempt', 16, 'view_webhookattempt'),
('Can add webhook endpoint', 17, 'add_webhookendpoint'),
('Can change webhook endpoint', 17, 'change_webhookendpoint'),
('Can delete webhook endpoint', 17, 'delete_webhookendpoint'),
('Can view webhook endpoint', 17, 'view_webhookendpoint'),
('Can add dataset version', 18, 'add_datasetversion'),
('Can change dataset version', 18, 'change_datasetversion'),
('Can delete dataset version', 18, 'delete_datasetversion'),
('Can view dataset version', 18, 'view_datasetversion'),
('Can add model output', 19, 'add_modeloutput'),
('Can change model output', 19, 'change_modeloutput'),
('Can delete model output', 19, 'delete_modeloutput'),
('Can view model output', 19, 'view_modeloutput'),
('Can add dataset', 20, 'add_dataset'),
('Can change dataset', 20, 'change_dataset'),
('Can delete dataset', 20, 'delete_dataset'),
('Can view dataset', 20, 'view_dataset'),
('Can add test case', 21, 'add_testcase'),
('Can change test case', 21, 'change_testcase'),
('Can delete test case', 21, 'delete_testcase'),
('Can view test case', 21, 'view_testcase'),
('Can add case block', 22, 'add_caseblock'),
('Can change case block', 22, 'change_caseblock'),
('Can delete case block', 22, 'delete_caseblock'),
('Can view case block', 22, 'view_caseblock'),
('Can add output search', 23, 'add_outputsearch'),
('Can change output search', 23, 'change_outputsearch'),
('Can delete output search', 23, 'delete_outputsearch'),
('Can view output search', 23, 'view_outputsearch'),
('Can add partial upload', 24, 'add_partialupload'),
('Can change partial upload', 24, 'change_partialupload'),
('Can delete partial upload', 24, 'delete_partialupload'),
('Can view partial upload', 24, 'view_partialupload'),
('Can add system', 25, 'add_system'),
('Can change system', 25, 'change_system'),
('Can delete system', 25, 'delete_system'),
('Can view system', 25, 'view_system'),
('Can add case search', 26, 'add_casesearch'),
('Can change case search', 26, 'change_casesearch'),
('Can delete case search', 26, 'delete_casesearch'),
('Can view case search', 26, 'view_casesearch'),
('Can add annotation task', 27, 'add_annotationtask'),
('Can change annotation task', 27, 'change_annotationtask'),
('Can delete annotation task', 27, 'delete_annotationtask'),
('Can view annotation task', 27, 'view_annotationtask'),
('Can add annotator', 28, 'add_annotator'),
('Can change annotator', 28, 'change_annotator'),
('Can delete annotator', 28, 'delete_annotator'),
('Can view annotator', 28, 'view_annotator'),
('Can add assignment', 29, 'add_assignment'),
('Can change assignment', 29, 'change_assignment'),
('Can delete assignment', 29, 'delete_assignment'),
('Can view assignment', 29, 'view_assignment'),
('Can add annotation', 30, 'add_annotation'),
('Can change annotation', 30, 'change_annotation'),
('Can delete annotation', 30, 'delete_annotation'),
('Can view annotation', 30, 'view_annotation'),
('Can add bulk operation', 31, 'add_bulkoperation'),
('Can change bulk operation', 31, 'change_bulkoperation'),
('Can delete bulk operation', 31, 'delete_bulkoperation'),
('Can view bulk operation', 31, 'view_bulkoperation'),
('Can add comment', 32, 'add_comment'),
('Can change comment', 32, 'change_comment'),
('Can delete comment', 32, 'delete_comment'),
('Can view comment', 32, 'view_comment'),
('Can add cursor', 33, 'add_cursor'),
('Can change cursor', 33, 'change_cursor'),
('Can delete cursor', 33, 'delete_cursor'),
('Can view cursor', 33, 'view_cursor'),
('Can add export job', 34, 'add_exportjob'),
('Can change export job', 34, 'change_exportjob'),
('Can delete export job', 34, 'delete_exportjob'),
('Can view export job', 34, 'view_exportjob'),
('Can add import job', 35, 'add_importjob'),
('Can change import job', 35, 'change_importjob'),
('Can delete import job', 35, 'delete_importjob'),
('Can view import job', 35, 'view_importjob'),
('Can add judgement', 36, 'add_judgement'),
('Can change judgement', 36, 'change_judgement'),
('Can delete judgement', 36, 'delete_judgement'),
('Can view judgement', 36, 'view_judgement'),
('Can add evidence', 37, 'add_evidence'),
('Can change evidence', 37, 'change_evidence'),
('Can delete evidence', 37, 'delete_evidence'),
('Can view evidence', 37, 'view_evidence'),
('Can add metric', 38, 'add_metric'),
('Can change metric', 38, 'change_metric'),
('Can delete metric', 38, 'delete_metric'),
('Can view metric', 38, 'view_metric'),
('Can add question', 39, 'add_question'),
('Can change question', 39, 'change_question'),
('Can delete question', 39, 'delete_question'),
('Can view question', 39, 'view_question'),
('Can add agreement snapshot', 40, 'add_agreementsnapshot'),
('Can change agreement snapshot', 40, 'change_agreementsnapshot'),
('Can delete agreement snapshot', 40, 'delete_agreementsnapshot'),
('Can view agreement snapshot', 40, 'view_agreementsnapshot'),
('Can add schema version', 41, 'add_schemaversion'),
('Can change schema version', 41, 'change_schemaversion'),
('Can delete schema version', 41, 'delete_schemaversion'),
('Can view schema version', 41, 'view_schemaversion'),
('Can add task item', 42, 'add_taskitem'),
('Can change task item', 42, 'change_taskitem'),
('Can delete task item', 42, 'delete_taskitem'),
('Can view task item', 42, 'view_taskitem'),
('Can add notification', 43, 'add_notification'),
('Can change notification', 43, 'change_notification'),
('Can delete notification', 43, 'delete_notification'),
('Can view notification', 43, 'view_notification'),
('Can add ground truth', 44, 'add_groundtruth'),
('Can change ground truth', 44, 'change_groundtruth'),
('Can delete ground truth', 44, 'delete_groundtruth'),
('Can view ground truth', 44, 'view_groundtruth'),
('Can add draft', 45, 'add_draft'),
('Can change draft', 45, 'change_draft'),
('Can delete draft', 45, 'delete_draft'),
('Can view draft', 45, 'view_draft'),
('Can add disagreement', 46, 'add_disagreement'),
('Can change disagreement', 46, 'change_disagreement'),
('Can delete disagreement', 46, 'delete_disagreement'),
('Can view disagreement', 46, 'view_disagreement'),
('Can add annotation event', 47, 'add_annotationevent'),
('Can change annotation event', 47, 'change_annotationevent'),
('Can delete annotation event', 47, 'delete_annotationevent'),
('Can view annotation event', 47, 'view_annotationevent'),
('Can add adjudication request', 48, 'add_adjudicationrequest'),
('Can change adjudication request', 48, 'change_adjudicationrequest'),
('Can delete adjudication request', 48, 'delete_adjudicationrequest'),
('Can view adjudication request', 48, 'view_adjudicationrequest'),
('Can add task team', 49, 'add_taskteam'),
('Can change task team', 49, 'change_taskteam'),
('Can delete task team', 49, 'delete_taskteam'),
('Can view task team', 49, 'view_taskteam'),
('Can add audit draw', 50, 'add_auditdraw'),
('Can change audit draw', 50, 'change_auditdraw'),
('Can delete audit draw', 50, 'delete_auditdraw'),
('Can view audit draw', 50, 'view_auditdraw'),
('Can add audit pick mark', 51, 'add_auditpickmark'),
('Can change audit pick mark', 51, 'change_auditpickmark'),
('Can delete audit pick mark', 51, 'delete_auditpickmark'),
('Can view audit pick mark', 51, 'view_auditpickmark'),
('Can add daily total mark', 52, 'add_dailytotalmark'),
('Can change daily total mark', 52, 'change_dailytotalmark'),
('Can delete daily total mark', 52, 'delete_dailytotalmark'),
('Can view daily total mark', 52, 'view_dailytotalmark'),
('Can add llm attempt', 53, 'add_llmattempt'),
('Can change llm attempt', 53, 'change_llmattempt'),
('Can delete llm attempt', 53, 'delete_llmattempt'),
('Can view llm attempt', 53, 'view_llmattempt'),
('Can add llm price', 54, 'add_llmprice'),
('Can change llm price', 54, 'change_llmprice'),
('Can delete llm price', 54, 'delete_llmprice'),
('Can view llm price', 54, 'view_llmprice'),
('Can add llm prompt', 55, 'add_llmprompt'),
('Can change llm prompt', 55, 'change_llmprompt'),
('Can delete llm prompt', 55, 'delete_llmprompt'),
('Can view llm prompt', 55, 'view_llmprompt'),
('Can add audit lease', 56, 'add_auditlease'),
('Can change audit lease', 56, 'change_auditlease'),
('Can delete audit lease', 56, 'delete_auditlease'),
('Can view audit lease', 56, 'view_auditlease'),
('Can add budget', 57, 'add_budget'),
('Can change budget', 57, 'change_budget'),
('Can delete budget', 57, 'delete_budget'),
('Can view budget', 57, 'view_budget'),
('Can add evaluation run', 58, 'add_evaluationrun'),
('Can change evaluation run', 58, 'change_evaluationrun'),
('Can delete evaluation run', 58, 'delete_evaluationrun'),
('Can view evaluation run', 58, 'view_evaluationrun'),
('Can add grading run', 59, 'add_gradingrun'),
('Can change grading run', 59, 'change_gradingrun'),
('Can delete grading run', 59, 'delete_gradingrun'),
('Can view grading run', 59, 'view_gradingrun'),
('Can add grading candidate', 60, 'add_gradingcandidate'),
('Can change grading candidate', 60, 'change_gradingcandidate'),
('Can delete grading candidate', 60, 'delete_gradingcandidate'),
('Can view grading candidate', 60, 'view_gradingcandidate'),
('Can add judge test', 61, 'add_judgetest'),
('Can change judge test', 61, 'change_judgetest'),
('Can delete judge test', 61, 'delete_judgetest'),
('Can view judge test', 61, 'view_judgetest'),
('Can add llm message', 62, 'add_llmmessage'),
('Can change llm message', 62, 'change_llmmessage'),
('Can delete llm message', 62, 'delete_llmmessage'),
('Can view llm message', 62, 'view_llmmessage'),
('Can add llm batch', 63, 'add_llmbatch'),
('Can change llm batch', 63, 'change_llmbatch'),
('Can delete llm batch', 63, 'delete_llmbatch'),
('Can view llm batch', 63, 'view_llmbatch'),
('Can add llm batch item', 64, 'add_llmbatchitem'),
('Can change llm batch item', 64, 'change_llmbatchitem'),
('Can delete llm batch item', 64, 'delete_llmbatchitem'),
('Can view llm batch item', 64, 'view_llmbatchitem'),
('Can add llm request', 65, 'add_llmrequest'),
('Can change llm request', 65, 'change_llmrequest'),
('Can delete llm request', 65, 'delete_llmrequest'),
('Can view llm request', 65, 'view_llmrequest'),
('Can add critique', 66, 'add_critique'),
('Can change critique', 66, 'change_critique'),
('Can delete critique', 66, 'delete_critique'),
('Can view critique', 66, 'view_critique'),
('Can add method task', 67, 'add_methodtask'),
('Can change method task', 67, 'change_methodtask'),
('Can delete method task', 67, 'delete_methodtask'),
('Can view method task', 67, 'view_methodtask'),
('Can add job', 68, 'add_job'),
('Can change job', 68, 'change_job'),
('Can delete job', 68, 'delete_job'),
('Can view job', 68, 'view_job'),
('Can add prompt', 69, 'add_prompt'),
('Can change prompt', 69, 'change_prompt'),
('Can delete prompt', 69, 'delete_prompt'),
('Can view prompt', 69, 'view_prompt'),
('Can add prompt label', 70, 'add_promptlabel'),
('Can change prompt label', 70, 'change_promptlabel'),
('Can delete prompt label', 70, 'delete_promptlabel'),
('Can view prompt label', 70, 'view_promptlabel'),
('Can add provider key', 71, 'add_providerkey'),
('Can change provider key', 71, 'change_providerkey'),
('Can delete provider key', 71, 'delete_providerkey'),
('Can view provider key', 71, 'view_providerkey'),
('Can add provider state', 72, 'add_providerstate'),
('Can change provider state', 72, 'change_providerstate'),
('Can delete provider state', 72, 'delete_providerstate'),
('Can view provider state', 72, 'view_providerstate'),
('Can add quality observation', 73, 'add_qualityobservation'),
('Can change quality observation', 73, 'change_qualityobservation'),
('Can delete quality observation', 73, 'delete_qualityobservation'),
('Can view quality observation', 73, 'view_qualityobservation'),
('Can add rate limit profile', 74, 'add_ratelimitprofile'),
('Can change rate limit profile', 74, 'change_ratelimitprofile'),
('Can delete rate limit profile', 74, 'delete_ratelimitprofile'),
('Can view rate limit profile', 74, 'view_ratelimitprofile'),
('Can add routed prompt', 75, 'add_routedprompt'),
('Can change routed prompt', 75, 'change_routedprompt'),
('Can delete routed prompt', 75, 'delete_routedprompt'),
('Can view routed prompt', 75, 'view_routedprompt'),
('Can add routed prompt set', 76, 'add_routedpromptset'),
('Can change routed prompt set', 76, 'change_routedpromptset'),
('Can delete routed prompt set', 76, 'delete_routedpromptset'),
('Can view routed prompt set', 76, 'view_routedpromptset'),
('Can add routing policy', 77, 'add_routingpolicy'),
('Can change routing policy', 77, 'change_routingpolicy'),
('Can delete routing policy', 77, 'delete_routingpolicy'),
('Can view routing policy', 77, 'view_routingpolicy'),
('Can add run stage', 78, 'add_runstage'),
('Can change run stage', 78, 'change_runstage'),
('Can delete run stage', 78, 'delete_runstage'),
('Can view run stage', 78, 'view_runstage'),
('Can add spending', 79, 'add_spending'),
('Can change spending', 79, 'change_spending'),
('Can delete spending', 79, 'delete_spending'),
('Can view spending', 79, 'view_spending'),
('Can add audit', 80, 'add_audit'),
('Can change audit', 80, 'change_audit'),
('Can delete audit', 80, 'delete_audit'),
('Can view audit', 80, 'view_audit'),
('Can add audit opening', 81, 'add_auditopening'),
('Can change audit opening', 81, 'change_auditopening'),
('Can delete audit opening', 81, 'delete_auditopening'),
('Can view audit opening', 81, 'view_auditopening'),
('Can add audit pick', 82, 'add_auditpick'),
('Can change audit pick', 82, 'change_auditpick'),
('Can delete audit pick', 82, 'delete_auditpick'),
('Can view audit pick', 82, 'view_auditpick'),
('Can add audit sample', 83, 'add_auditsample'),
('Can change audit sample', 83, 'change_auditsample'),
('Can delete audit sample', 83, 'delete_auditsample'),
('Can view audit sample', 83, 'view_auditsample'),
('Can add daily total', 84, 'add_dailytotal'),
('Can change daily total', 84, 'change_dailytotal'),
('Can delete daily total', 84, 'delete_dailytotal'),
('Can view daily total', 84, 'view_dailytotal'),
('Can add evidence', 85, 'add_evidence'),
('Can change evidence', 85, 'change_evidence'),
('Can delete evidence', 85, 'delete_evidence'),
('Can view evidence', 85, 'view_evidence'),
('Can add benchmark suite', 86, 'add_benchmarksuite'),
('Can change benchmark suite', 86, 'change_benchmarksuite'),
('Can delete benchmark suite', 86, 'delete_benchmarksuite'),
('Can view benchmark suite', 86, 'view_benchmarksuite'),
('Can add benchmark task', 87, 'add_benchmarktask'),
('Can change benchmark task', 87, 'change_benchmarktask'),
('Can delete benchmark task', 87, 'delete_benchmarktask'),
('Can view benchmark task', 87, 'view_benchmarktask'),
('Can add evaluation', 88, 'add_evaluation'),
('Can change evaluation', 88, 'change_evaluation'),
('Can delete evaluation', 88, 'delete_evaluation'),
('Can view evaluation', 88, 'view_evaluation'),
('Can add evaluation scorer', 89, 'add_evaluationscorer'),
('Can change evaluation scorer', 89, 'change_evaluationscorer'),
('Can delete evaluation scorer', 89, 'delete_evaluationscorer'),
('Can view evaluation scorer', 89, 'view_evaluationscorer'),
('Can add evidence view', 90, 'add_evidenceview'),
('Can change evidence view', 90, 'change_evidenceview'),
('Can delete evidence view', 90, 'delete_evidenceview'),
('Can view evidence view', 90, 'view_evidenceview'),
('Can add evidence window', 91, 'add_evidencewindow'),
('Can change evidence window', 91, 'change_evidencewindow'),
('Can delete evidence window', 91, 'delete_evidencewindow'),
('Can view evidence window', 91, 'view_evidencewindow'),
('Can add experiment', 92, 'add_experiment'),
('Can change experiment', 92, 'change_experiment'),
('Can delete experiment', 92, 'delete_experiment'),
('Can view experiment', 92, 'view_experiment'),
('Can add allocation', 93, 'add_allocation'),
('Can change allocation', 93, 'change_allocation'),
('Can delete allocation', 93, 'delete_allocation'),
('Can view allocation', 93, 'view_allocation'),
('Can add experiment look', 94, 'add_experimentlook'),
('Can change experiment look', 94, 'change_experimentlook'),
('Can delete experiment look', 94, 'delete_experimentlook'),
('Can view experiment look', 94, 'view_experimentlook'),
('Can add experiment metric', 95, 'add_experimentmetric'),
('Can change experiment metric', 95, 'change_experimentmetric'),
('Can delete experiment metric', 95, 'delete_experimentmetric'),
('Can view experiment metric', 95, 'view_experimentmetric'),
('Can add gate', 96, 'add_gate'),
('Can change gate', 96, 'change_gate'),
('Can delete gate', 96, 'delete_gate'),
('Can view gate', 96, 'view_gate'),
('Can add gate result', 97, 'add_gateresult'),
('Can change gate result', 97, 'change_gateresult'),
('Can delete gate result', 97, 'delete_gateresult'),
('Can view gate result', 97, 'view_gateresult'),
('Can add score summary', 98, 'add_scoresummary'),
('Can change score summary', 98, 'change_scoresummary'),
('Can delete score summary', 98, 'delete_scoresummary'),
('Can view score summary', 98, 'view_scoresummary'),
('Can add study', 99, 'add_study'),
('Can change study', 99, 'change_study'),
('Can delete study', 99, 'delete_study'),
('Can view study', 99, 'view_study'),
('Can add study sample', 100, 'add_studysample'),
('Can change study sample', 100, 'change_studysample'),
('Can delete study sample', 100, 'delete_studysample'),
('Can view study sample', 100, 'view_studysample'),
('Can add score lane', 101, 'add_scorelane'),
('Can change score lane', 101, 'change_scorelane'),
('Can delete score lane', 101, 'delete_scorelane'),
('Can view score lane', 101, 'view_scorelane'),
('Can add suite run', 102, 'add_suiterun'),
('Can change suite run', 102, 'change_suiterun'),
('Can delete suite run', 102, 'delete_suiterun'),
('Can view suite run', 102, 'view_suiterun'),
('Can add suite run task', 103, 'add_suiteruntask'),
('Can change suite run task', 103, 'change_suiteruntask'),
('Can delete suite run task', 103, 'delete_suiteruntask'),
('Can view suite run task', 103, 'view_suiteruntask'),
('Can add traffic outcome', 104, 'add_trafficoutcome'),
('Can change traffic outcome', 104, 'change_trafficoutcome'),
('Can delete traffic outcome', 104, 'delete_trafficoutcome'),
('Can view traffic outcome', 104, 'view_trafficoutcome'),
('Can add variant', 105, 'add_variant'),
('Can change variant', 105, 'change_variant'),
('Can delete variant', 105, 'delete_variant'),
('Can view variant', 105, 'view_variant'),
('Can add traffic summary', 106, 'add_trafficsummary'),
('Can change traffic summary', 106, 'change_trafficsummary'),
('Can delete traffic summary', 106, 'delete_trafficsummary'),
('Can view traffic summary', 106, 'view_trafficsummary'),
('Can add variant shares', 107, 'add_variantshares'),
('Can change variant shares', 107, 'change_variantshares'),
('Can delete variant shares', 107, 'delete_variantshares'),
('Can view variant shares', 107, 'view_variantshares'),
('Can add permission', 108, 'add_permission'),
('Can change permission', 108, 'change_permission'),
('Can delete permission', 108, 'delete_permission'),
('Can view permission', 108, 'view_permission'),
('Can add group', 109, 'add_group'),
('Can change group', 109, 'change_group'),
('Can delete group', 109, 'delete_group'),
('Can view group', 109, 'view_group'),
('Can add content type', 110, 'add_contenttype'),
('Can change content type', 110, 'change_contenttype'),
('Can delete content type', 110, 'delete_contenttype'),
('Can view content type', 110, 'view_contenttype'),
('Can add session', 111, 'add_session'),
('Can change session', 111, 'change_session'),
('Can delete session', 111, 'delete_session'),
('Can view session', 111, 'view_session'),
('Can add email address', 112, 'add_emailaddress'),
('Can change email address', 112, 'change_emailaddress'),
('Can delete email address', 112, 'delete_emailaddress'),
('Can view email address', 112, 'view_emailaddress'),
('Can add email confirmation', 113, 'add_emailconfirmation'),
('Can change email confirmation', 113, 'change_emailconfirmation'),
('Can delete email confirmation', 113, 'delete_emailconfirmation'),
('Can view email confirmation', 113, 'view_emailconfirmation');
