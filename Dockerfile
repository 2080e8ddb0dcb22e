# Build: docker build -t gridwright .
# Use:   docker run --rm -v "$PWD:/puzzles" gridwright verify .
FROM python:3.13-slim AS build
COPY . /source
RUN python -m venv /gridwright && /gridwright/bin/pip install --no-cache-dir --no-compile "/source[cadical,certificates,pdf,studio]"

FROM python:3.13-slim
COPY --from=build /gridwright /gridwright
# The code is compiled while it can be written; whoever uses it then needs no rights but to read.
RUN /gridwright/bin/python -m compileall -q /gridwright && useradd --create-home setter
USER setter
WORKDIR /puzzles
ENV PATH=/gridwright/bin:$PATH
ENTRYPOINT ["gridwright"]
CMD ["--help"]
