/// Claim: of twelve plates that joints between bodies on their edges connect in a chain, and that
/// the mesh lists in another order, each rank has neighbours of the chain, and the bodies and
/// joints of each plate are on the plate's rank.
// ranks: 1 2 3 4
#include "chain_of_plates.h"
#include "session/session.h"

#include <math.h>
#include <stdlib.h>

static void ranks_have_neighbours(void **state) {
  (void)state;
  char text[TEXT];
  gb_session *session;
  gb_error error = {0};
  int rank, ranks, least[PLATES], most[PLATES], changes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char mesh[] = "/tmp/gimbal-test-XXXXXX.msh";
  if (rank == 0) write_mesh(mkstemps(mesh, 4));
  MPI_Bcast(mesh, sizeof mesh, MPI_CHAR, 0, MPI_COMM_WORLD);
  write_case(mesh, text);
  const gb_session_request request = {.file = "chain.yaml", .text = text};
  if (gb_session_open(MPI_COMM_WORLD, &request, &session, &error) != GB_OK)
    fail_msg("%s", error.message);
  if (rank == 0) assert_int_equal(remove(mesh), 0);
  for (int k = 0; k < PLATES; k++) least[k] = ranks, most[k] = -1;
  const gb_node_set *nodes = session->model->nodes;
  for (int32_t n = 0; n < nodes->owned; n++) {
    if (!gb_node_has(nodes, n, GB_POSITION)) continue;
    const int k = (int)floor(gb_node_reference(nodes, n, GB_POSITION)[0] / PITCH + 1e-6);
    least[k] = most[k] = rank;
  }
  MPI_Allreduce(MPI_IN_PLACE, least, PLATES, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, most, PLATES, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int k = 0; k < PLATES; k++) {
    assert_int_equal(least[k], most[k]);
    changes += k > 0 && least[k] != least[k - 1];
  }
  assert_int_equal(changes, ranks - 1);
  gb_session_close(&session);
}

int main(int count, char *argument[]) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ranks_have_neighbours)};
  MPI_Init(&count, &argument);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
